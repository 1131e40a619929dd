import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps';
import { cancelVersion, sendVersion } from '@zapdeck/contract/first-views';
import { call } from '../../../lib/call.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { keepFirstViews } from './use-first-views.ts';

async function sendAgain(id: string, note: string): Promise<void> {
  try {
    await keepFirstViews(id, await call(sendVersion, { params: { id }, body: { note } }));
  } catch (error) {
    notifyError(error, { action: 'send-version', title: t`Not sent`, text: t`Please try again.` });
  }
}

/** The note of a version that waits for review, and a button to cancel the version. */
export function WaitingVersion({ app, note }: { app: OwnApp; note: string }) {
  const { id } = app;
  const cancellation = useAction({
    work: async () => keepFirstViews(id, await call(cancelVersion, { params: { id } })),
    success: {
      title: t`The new version is cancelled.`,
      action: { label: t`Undo`, onClick: () => void sendAgain(id, note) },
    },
    failure: { action: 'cancel-version', title: t`Not cancelled`, text: t`Please try again.` },
  });
  return (
    <div className="grid gap-1 rounded-field bg-amber-soft px-4 py-3 text-amber-ink">
      <p className="font-semibold">{t`New version in review`}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {note}
      </p>
      <p>
        <button
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4 aria-busy:opacity-60"
          aria-busy={cancellation.pending}
          onClick={cancellation.start}
        >
          {t`Cancel the new version`}
        </button>
      </p>
    </div>
  );
}
