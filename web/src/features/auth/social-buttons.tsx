import { PLATFORM_NAME_DEFAULT, type signInProviders } from '@zapdeck/contract/providers';
import type { ResponseOf } from '@zapdeck/contract/route';
import { useEffect, useId, useState } from 'react';
import { reportFailedRead } from '../../lib/failures.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { SocialButton } from './social-button.tsx';
import './ways-in.css';

type Provider = ResponseOf<typeof signInProviders>['providers'][number];

const off = { isConfigured: false, reason: null, loginPath: '' };
/** As the server writes it into the page, into the drawn one too; `npm run dev` has no such page. */
const platformName =
  typeof document === 'undefined'
    ? '%PLATFORM_NAME%'
    : (document.querySelector<HTMLMetaElement>('meta[name="sign-in-provider"]')?.content ??
      PLATFORM_NAME_DEFAULT);
/** Until the server has said what it is set up for. */
const unknown: readonly Provider[] = [
  { ...off, id: 'google', name: 'Google' },
  { ...off, id: 'platform', name: platformName },
];

function loginHref({ isConfigured, loginPath }: Provider, returnTo: string | undefined): string | null {
  if (!isConfigured) return null;
  return returnTo === undefined ? loginPath : `${loginPath}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** One sentence for all that cannot be used. */
function reasonOf(providers: readonly Provider[]): string {
  const [first, second] = providers.filter(({ isConfigured }) => !isConfigured);
  return second ? 'Not available here.' : (first?.reason ?? '');
}

/**
 * The ways to sign in besides the password, able or not, in one row that is equally high whichever the server is set up
 * for: the form below it does not jump, and begins high on a phone.
 */
export function SocialButtons({ returnTo }: { returnTo: string | undefined }) {
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
        if (!isGone) setReason('Not possible right now.');
      },
    );
    return () => {
      isGone = true;
    };
  }, []);

  return (
    <div className="ways-in">
      <p className="mb-2 flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-semibold">Continue with</span>
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
            href={loginHref(provider, returnTo)}
            reasonId={reasonId}
          />
        ))}
      </div>
    </div>
  );
}
