import { t } from '@lingui/core/macro';
import { KeysSheet } from '../parts/keys/keys-sheet.tsx';

const keys = () =>
  [
    ['J', t`Next app`],
    ['K', t`Previous app`],
    ['A', t`Approve`],
    ['R', t`Reject`],
    ['U', t`Undo the last decision`],
    ['X', t`Select`],
    ['E', t`Select all`],
    ['L', t`Review it here`],
    ['O', t`Open in a new tab`],
    ['?', t`Show this list`],
  ] as const;

export function PendingKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <KeysSheet
      open={open}
      keys={keys()}
      onClose={onClose}
    >{t`Keys act on the focused app. A and R act on all selected apps. The first key press focuses the first app.`}</KeysSheet>
  );
}
