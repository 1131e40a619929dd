import type { signInProviders } from '@zapdeck/contract/providers';
import type { ResponseOf } from '@zapdeck/contract/route';
import { useEffect, useState } from 'react';
import { reportFailedRead } from '../../lib/failures.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { SocialButton } from './social-button.tsx';

type Provider = ResponseOf<typeof signInProviders>['providers'][number];

const unknown: Provider = { id: 'google', name: 'Google', isConfigured: false, reason: null, loginPath: '' };

function loginHref({ isConfigured, loginPath }: Provider, returnTo: string | undefined): string | null {
  if (!isConfigured) return null;
  return returnTo === undefined ? loginPath : `${loginPath}?returnTo=${encodeURIComponent(returnTo)}`;
}

/** The ways to sign in besides the password: Google, able or not, and any other that this server is set up for. */
export function SocialButtons({ returnTo }: { returnTo: string | undefined }) {
  const [providers, setProviders] = useState<readonly Provider[]>([unknown]);

  useEffect(() => {
    let isGone = false;
    readSignInWays().then(
      (answer) => {
        const shown = answer.providers.filter(({ id, isConfigured }) => id === 'google' || isConfigured);
        if (!isGone) setProviders(shown);
      },
      (error: unknown) => {
        reportFailedRead('sign-in-providers', error);
        if (!isGone)
          setProviders([{ ...unknown, reason: 'Signing in with Google is not possible right now.' }]);
      },
    );
    return () => {
      isGone = true;
    };
  }, []);

  return (
    <div className="grid gap-3">
      {providers.map((provider) => (
        <SocialButton
          key={provider.id}
          id={provider.id}
          name={provider.name}
          href={loginHref(provider, returnTo)}
          reason={provider.reason ?? ''}
        />
      ))}
    </div>
  );
}
