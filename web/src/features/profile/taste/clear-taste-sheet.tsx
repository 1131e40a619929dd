import { t } from '@lingui/core/macro';
import { ConfirmSheet } from '../../../components/ui/confirm-sheet.tsx';
import { forgetTaste } from '../../../lib/pending/taste.ts';
import { useAction } from '../../../lib/use-action.ts';

interface Props {
  open: boolean;
  userId: string;
  onClose: () => void;
  onGone: () => void;
}

/** Deletes the taste of the member after a confirmation. */
export function ClearTasteSheet({ open, userId, onClose, onGone }: Props) {
  const { pending, start } = useAction({
    work: () => forgetTaste(userId),
    success: { title: t`For you was reset`, description: t`Your votes stay.` },
    failure: {
      action: 'clear-taste',
      title: t`Couldn’t reset For you`,
    },
    onDone: onClose,
  });
  return (
    <ConfirmSheet
      open={open}
      title={t`Reset For you?`}
      confirm={t`Reset`}
      pending={pending ? t`Resetting…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={onGone}
    >
      <p className="text-muted">{t`This clears your taste. Your votes stay.`}</p>
    </ConfirmSheet>
  );
}
