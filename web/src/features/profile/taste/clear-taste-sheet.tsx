import { t } from '@lingui/core/macro';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
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
      text: t`Please try again.`,
    },
    onDone: onClose,
  });
  return (
    <Sheet open={open} onClose={onClose} onClosed={onGone} title={t`Reset For you?`}>
      <div className="grid gap-5">
        <p className="text-muted">{t`This clears your taste. Your votes stay.`}</p>
        <div className="flex flex-wrap gap-2.5">
          <Button
            variant="danger"
            className="grow"
            pending={pending ? t`Resetting…` : undefined}
            onClick={() => start()}
          >{t`Reset`}</Button>
          <Button variant="secondary" className="grow" onClick={onClose}>{t`Cancel`}</Button>
        </div>
      </div>
    </Sheet>
  );
}
