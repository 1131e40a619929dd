import { t } from '@lingui/core/macro';
import { KeysSheet } from '../parts/keys/keys-sheet.tsx';

const keys = () =>
  [
    ['J', t`Next app`],
    ['K', t`Previous app`],
    ['A', t`Approve`],
    ['R', t`Reject`],
    ['U', t`Undo the last decision`],
    ['X', t`Select, for a decision on many`],
    ['E', t`Select everything of this list`],
    ['L', t`Look at it here`],
    ['O', t`Open in a new tab`],
    ['?', t`This list`],
  ] as const;

/** List of the queue's keys. */
export function PendingKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <KeysSheet
      open={open}
      keys={keys()}
      onClose={onClose}
    >{t`They act on the app that has the focus, A and R on all that are selected; the first key goes to the first app.`}</KeysSheet>
  );
}
