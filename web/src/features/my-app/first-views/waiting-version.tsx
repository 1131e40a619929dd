import { t } from '@lingui/core/macro';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { cancelVersion, sendVersion } from '@zapdeck/contract/feed/first-views';
import { call } from '../../../lib/call.ts';
import { notifyError } from '../../../lib/notify-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { WaitingNote } from '../waiting-note.tsx';
import { keepFirstViews } from './use-first-views.ts';

async function sendAgain(id: string, note: string): Promise<void> {
  try {
    await keepFirstViews(id, await call(sendVersion, { params: { id }, body: { note } }));
  } catch (error) {
    notifyError(error, {
      action: 'send-version',
      title: t`Couldn’t send the new version`,
    });
  }
}

/** The note of a version in review, with a button to cancel it. */
export function WaitingVersion({ app, note }: { app: OwnApp; note: string }) {
  const { id } = app;
  const cancellation = useAction({
    work: async () => keepFirstViews(id, await call(cancelVersion, { params: { id } })),
    success: {
      title: t`New version cancelled`,
      action: { label: t`Undo`, onClick: () => void sendAgain(id, note) },
    },
    failure: {
      action: 'cancel-version',
      title: t`Couldn’t cancel the new version`,
    },
  });
  return (
    <WaitingNote
      title={t`New version in review`}
      value={note}
      cancelLabel={t`Cancel the new version`}
      cancellation={cancellation}
    />
  );
}
