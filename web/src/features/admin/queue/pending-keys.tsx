import { t } from '@lingui/core/macro';
import { KeysSheet } from '../parts/keys/keys-sheet.tsx';

const keys = [
  ['J', 'Next app'],
  ['K', 'Previous app'],
  ['A', 'Approve'],
  ['R', 'Reject'],
  ['U', 'Undo the last decision'],
  ['X', 'Select, for a decision on many'],
  ['E', 'Select everything of this list'],
  ['L', 'Look at it here'],
  ['O', 'Open in a new tab'],
  ['?', 'This list'],
] as const;

/** The keys of the queue. */
export function PendingKeys({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <KeysSheet
      open={open}
      keys={keys}
      onClose={onClose}
    >{t`They act on the app that has the focus, A and R on all that are selected; the first key goes to the first app.`}</KeysSheet>
  );
}
