import { isSomebodyElse } from '../../../../lib/call.ts';
import { reportFailedAction } from '../../../../lib/failures.ts';
import { mayBeSentLater, newId } from '../../../../lib/idempotency.ts';
import { patchUser, refreshSession } from '../../../../lib/session.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';
import { batchOutbox } from './batch-outbox.ts';
import { createRecorder, type Recorder } from './create-recorder.ts';
import { guestRecorder } from './guest-recorder.ts';
import { beaconBatch, sendBatch } from './send-batch.ts';

/** Records what the member does and counts their views on the cards. Reports only which pages a guest has viewed. */
export function recorderOf({ id: userId, isGuest }: FeedUser, { get, dispatch }: FeedStore): Recorder {
  const cursor = () => get().deck.cursor ?? get().deck.endCursor ?? undefined;
  const recorder = createRecorder({
    newId,
    now: Date.now,
    cursor,
    outbox: batchOutbox(userId),
    send: (batch) => sendBatch(userId, batch),
    beacon: (batch) => beaconBatch(userId, batch),
    mayBeSentLater,
    onViews: (appIds) => {
      for (const { id, views } of get().deck.apps.filter((app) => appIds.includes(app.id))) {
        dispatch({ type: 'patch', id, change: { views: views + 1 } });
      }
    },
    onZaps: (zapCount) => patchUser({ zapCount }),
    onError: (what, error) => {
      if (isSomebodyElse(error)) void refreshSession();
      else if (!handleExpiredSession(error)) reportFailedAction(what, error);
    },
  });
  return isGuest ? guestRecorder(recorder, cursor) : recorder;
}
