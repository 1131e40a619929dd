import { t } from '@lingui/core/macro';
import { useLast } from '../../../components/ui/use-last.ts';
import { formatCounted } from '../../../lib/numbers.ts';
import { ConfirmSheet } from '../parts/confirm-sheet.tsx';

interface Props {
  /** Number of apps; undefined while the sheet is closed. */
  count: number | undefined;
  onClose: () => void;
  onApprove: () => void;
}

/** Asks for confirmation before all apps of a list are approved, also those that are not visible. */
export function ApproveEverythingSheet({ count, onClose, onApprove }: Props) {
  const shown = useLast(count) ?? 0;
  const all = formatCounted(shown, 'app');
  return (
    <ConfirmSheet
      open={count !== undefined}
      title={t`Approve ${all}?`}
      confirm={t`Approve ${all}`}
      pending={undefined}
      isDanger={false}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p>{t`This includes every waiting app that matches your search and filters, not only the ones you see.`}</p>
    </ConfirmSheet>
  );
}
