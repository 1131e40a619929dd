import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { ConfirmSheet } from '../../components/ui/confirm-sheet.tsx';
import { useLast } from '../../components/ui/sheet.tsx';
import { useAction } from '../../lib/use-action.ts';
import { clear } from './history-query.ts';

interface Props {
  onClose: () => void;
  userId: string;
  total: number | undefined;
}

/** Asks whether to clear the history, and whether to deal its apps as new. */
export function ClearSheet({ onClose, userId, total: asked }: Props) {
  const total = useLast(asked) ?? 0;
  const [dealAgain, setDealAgain] = useState(false);
  const { pending, start } = useAction({
    work: () => clear(userId, dealAgain),
    success: {
      title: t`History cleared`,
      description: dealAgain ? t`You’ll see these apps again.` : t`Your likes stay.`,
    },
    failure: {
      action: 'clear-history',
      title: t`Couldn’t clear your history`,
    },
    onDone: onClose,
  });
  const reset = () => {
    setDealAgain(false);
    // The button that opened the sheet disappears with the list.
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <ConfirmSheet
      open={asked !== undefined}
      title={t`Clear your history?`}
      confirm={t`Clear history`}
      pending={pending ? t`Clearing…` : undefined}
      onConfirm={start}
      onClose={onClose}
      onClosed={reset}
    >
      <p className="text-muted">
        {plural(total, {
          one: 'This removes # app from your history on all devices. Your likes stay.',
          other: 'This removes # apps from your history on all devices. Your likes stay.',
        })}
      </p>
      <div className="rounded-field bg-raised px-3.5 py-1.5">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 shrink-0 accent-brand"
            checked={dealAgain}
            onChange={(event) => setDealAgain(event.target.checked)}
          />
          <span>{t`Show these apps again`}</span>
        </label>
      </div>
    </ConfirmSheet>
  );
}
