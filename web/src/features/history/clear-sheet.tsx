import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { useLast } from '../../components/ui/use-last.ts';
import { useAction } from '../../lib/use-action.ts';
import { clear } from './history-query.ts';

interface Props {
  onClose: () => void;
  userId: string;
  total: number | undefined;
}

function ClearForm({ onClose, userId, total }: Props & { total: number }) {
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
      text: t`Please try again.`,
    },
    onDone: onClose,
  });
  return (
    <div className="grid gap-5">
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
      <div className="flex flex-wrap gap-2.5">
        <Button
          variant="danger"
          className="grow"
          pending={pending ? t`Clearing…` : undefined}
          onClick={() => start()}
        >{t`Clear history`}</Button>
        <Button variant="secondary" className="grow" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </div>
  );
}

/** Asks whether to clear the history, and whether to deal its apps as new. */
export function ClearSheet({ total, ...form }: Props) {
  const shown = useLast(total) ?? 0;
  const focusScreen = () => {
    // The button that opened the sheet disappears with the list.
    if (document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true });
  };
  return (
    <Sheet
      open={total !== undefined}
      onClose={form.onClose}
      onClosed={focusScreen}
      title={t`Clear your history?`}
    >
      <ClearForm {...form} total={shown} />
    </Sheet>
  );
}
