import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  PLATFORM_NAME_DEFAULT,
  type ProviderId,
  type signInProviders,
} from '@zapdeck/contract/sign-in/providers';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { useEffect, useId, useState } from 'react';
import { buttonClass } from '../../components/ui/button-class.ts';
import { ProviderMark } from '../../components/ui/provider-mark.tsx';
import { reportFailedRead } from '../../lib/failures.ts';
import { say } from '../../lib/say.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import './ways-in.css';

interface SocialButtonProps {
  id: ProviderId;
  name: string;
  /** Null if the provider is not available. */
  href: string | null;
  /** Id of the element with the reason why it is not available. */
  reasonId: string;
}

/** Button "Continue with" a provider. Disabled if the provider is not available. */
function SocialButton({ id, name, href, reasonId }: SocialButtonProps) {
  const face = (
    <>
      <ProviderMark id={id} />
      <span>
        <Trans>
          <span className="sr-only">Continue with</span> <span>{name}</span>
        </Trans>
      </span>
    </>
  );
  const className = buttonClass('secondary', 'md', 'flex-auto px-2!');
  return href === null ? (
    <button disabled aria-describedby={reasonId} className={className}>
      {face}
    </button>
  ) : (
    <a href={href} className={className}>
      {face}
    </a>
  );
}

type Provider = ResponseOf<typeof signInProviders>['providers'][number];

const off = { isConfigured: false, loginPath: '' };
/** Written into pages by the server. Missing under `npm run dev`. */
const platformName =
  typeof document === 'undefined'
    ? '%PLATFORM_NAME%'
    : (document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ??
      say(PLATFORM_NAME_DEFAULT));
/** Used until the server has reported its providers. */
const unknown: readonly Provider[] = [
  { ...off, id: 'google', name: 'Google' },
  { ...off, id: 'platform', name: platformName },
];

interface Props {
  returnTo: string | undefined;
  invitation: string | undefined;
}

function loginHref({ isConfigured, loginPath }: Provider, { returnTo, invitation }: Props): string | null {
  if (!isConfigured) return null;
  const query = new URLSearchParams({
    ...(returnTo === undefined ? {} : { returnTo }),
    ...(invitation === undefined ? {} : { invitation }),
  }).toString();
  return query === '' ? loginPath : `${loginPath}?${query}`;
}

/** Returns one sentence for all providers that are not set up. */
function reasonOf(providers: readonly Provider[]): string {
  const [first, second] = providers.filter(({ isConfigured }) => !isConfigured);
  if (second) return t`Not available here.`;
  return first ? t`${{ name: first.name }} is not available here.` : '';
}

/** Buttons of the sign-in providers in a row of fixed height, so that the form below does not jump. */
export function SocialButtons(kept: Props) {
  const [providers, setProviders] = useState(unknown);
  const [reason, setReason] = useState('');
  const reasonId = useId();

  useEffect(() => {
    let isGone = false;
    readSignInWays().then(
      (answer) => {
        if (isGone) return;
        setProviders(answer.providers);
        setReason(reasonOf(answer.providers));
      },
      (error: unknown) => {
        reportFailedRead('sign-in-providers', error);
        if (!isGone) setReason(t`Not possible right now.`);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);

  return (
    <div className="ways-in">
      <p className="mb-2 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">{t`Continue with`}</span>
        <span id={reasonId} className="text-muted">
          {reason}
        </span>
      </p>
      <div className="flex flex-wrap gap-2.5">
        {providers.map((provider) => (
          <SocialButton
            key={provider.id}
            id={provider.id}
            name={provider.name}
            href={loginHref(provider, kept)}
            reasonId={reasonId}
          />
        ))}
      </div>
    </div>
  );
}
