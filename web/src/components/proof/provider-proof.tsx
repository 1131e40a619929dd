import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { buttonClass } from '../ui/button-class.ts';
import { QueryView } from '../ui/query-view.tsx';

/** Links to sign in again with the providers of the account. They lead back to this screen. */
export function ProviderProof({ ids }: { ids: readonly ProviderId[] }) {
  const query = useQuery({ queryKey: ['sign-in-ways'], queryFn: readSignInWays });
  const returnTo = encodeURIComponent(location.pathname);
  return (
    <QueryView
      query={query}
      failure={t`Couldn’t load the ways to confirm`}
      skeleton={<div className="h-12" />}
    >
      {({ providers }) => (
        <ul className="grid gap-2.5">
          {providers
            .filter(({ id, isConfigured }) => isConfigured && ids.includes(id))
            .map(({ id, name, loginPath }) => (
              <li key={id}>
                <a
                  href={`${loginPath}?returnTo=${returnTo}`}
                  className={buttonClass('secondary', 'md', 'w-full')}
                >
                  {t`Sign in with ${name} again`}
                </a>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}
