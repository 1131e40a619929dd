import { t } from '@lingui/core/macro';
import { Sheet } from '../ui/sheet.tsx';
import { Ways } from './ways.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  onProved: () => void;
}

/** Dialog that asks for a proof of identity, with the ways of the account. */
export default function ProofSheet({ open, onClose, onProved }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={t`Confirm that it is you`}>
      <div className="grid gap-4 pt-1">
        <p className="text-muted">{t`For security, we ask again if you signed in more than 15 minutes ago.`}</p>
        <Ways onClose={onClose} onProved={onProved} />
      </div>
    </Sheet>
  );
}
