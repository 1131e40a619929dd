import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { waysToProve } from '@zapdeck/contract/sign-in/proof';
import { call } from '../../lib/call.ts';
import { QueryView } from '../ui/query-view.tsx';
import { CodeProof } from './code-proof.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { PasswordProof } from './password-proof.tsx';
import { ProviderProof } from './provider-proof.tsx';

interface Props {
  onClose: () => void;
  onProved: () => void;
}

/** Lists the ways to prove the identity. */
export function Ways({ onClose, onProved }: Props) {
  const query = useQuery({
    queryKey: ['ways-to-prove'],
    queryFn: () => call(waysToProve, {}),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryView
      query={query}
      failure={t`Couldn’t load the ways to confirm`}
      skeleton={<div className="h-40" />}
    >
      {({ ways, providers }) => (
        <div className="grid gap-4">
          {ways.includes('password') ? <PasswordProof onClose={onClose} onProved={onProved} /> : null}
          {ways.includes('passkey') ? <PasskeyProof onProved={onProved} /> : null}
          {ways.includes('passkey') && ways.includes('code') ? (
            <p className="text-center text-sm text-muted">{t`or`}</p>
          ) : null}
          {ways.includes('code') ? <CodeProof onProved={onProved} /> : null}
          {providers.length > 0 ? <ProviderProof ids={providers} /> : null}
        </div>
      )}
    </QueryView>
  );
}
