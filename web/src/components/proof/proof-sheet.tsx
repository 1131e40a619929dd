import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { waysToProve } from '@zapdeck/contract/proof';
import { call } from '../../lib/call.ts';
import { QueryView } from '../ui/query-view.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { PasswordProof } from './password-proof.tsx';
import { ProviderProof } from './provider-proof.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  onProved: () => void;
}

/** The question who makes a sensitive change, with the ways of the account to answer it. */
export default function ProofSheet({ open, onClose, onProved }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={t`Confirm that it is you`}>
      <Ways onClose={onClose} onProved={onProved} />
    </Sheet>
  );
}

function Ways({ onClose, onProved }: Omit<Props, 'open'>) {
  const query = useQuery({
    queryKey: ['ways-to-prove'],
    queryFn: () => call(waysToProve, {}),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryView query={query} what={t`the ways to confirm`} skeleton={<div className="h-40" />}>
      {({ ways, providers }) => (
        <div className="grid gap-4 pt-1">
          <p className="text-muted">{t`Before a change like this, we ask again if you signed in more than 15 minutes ago.`}</p>
          {ways.includes('password') ? <PasswordProof onClose={onClose} onProved={onProved} /> : null}
          {providers.length > 0 ? <ProviderProof ids={providers} /> : null}
        </div>
      )}
    </QueryView>
  );
}
