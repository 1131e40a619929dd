import { useLast } from '../../../components/ui/use-last.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';

interface Props {
  /** How many; undefined while nobody asks. */
  count: number | undefined;
  onClose: () => void;
  onApprove: () => void;
}

/** Asks before everything of a list is approved, most of which nobody has in sight. */
export function ApproveEverythingSheet({ count, onClose, onApprove }: Props) {
  const shown = useLast(count) ?? 0;
  const all = formatCounted(shown, 'app');
  return (
    <ConfirmSheet
      open={count !== undefined}
      title={`Approve ${all}?`}
      confirm={`Approve ${all}`}
      pending={undefined}
      isDanger={false}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p>This includes every waiting app that matches your search and filters, not only the ones you see.</p>
    </ConfirmSheet>
  );
}
