import { plural, t } from '@lingui/core/macro';
import { useLast } from '../../../components/ui/sheet.tsx';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';

interface Props {
  count: number | undefined;
  onClose: () => void;
  onApprove: () => void;
}

/** Asks for confirmation before all apps of a list are approved, including those on other pages. */
export function ApproveEverythingSheet({ count, onClose, onApprove }: Props) {
  const shown = useLast(count) ?? 0;
  return (
    <ConfirmSheet
      open={count !== undefined}
      title={plural(shown, { one: 'Approve # app?', other: 'Approve # apps?' })}
      confirm={plural(shown, { one: 'Approve # app', other: 'Approve # apps' })}
      pending={undefined}
      isDanger={false}
      onConfirm={onApprove}
      onClose={onClose}
    >
      <p>{t`This includes every waiting app that matches your search and filters, not only the ones you see.`}</p>
    </ConfirmSheet>
  );
}
