import { isSomebodyElse } from '../../../../lib/call.ts';
import { reportFailedAction } from '../../../../lib/failures.ts';
import { mayBeSentLater, newId } from '../../../../lib/idempotency.ts';
import { patchUser, refreshSession } from '../../../../lib/session.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';
import { batchOutbox } from './batch-outbox.ts';
import { createRecorder, type Recorder } from './create-recorder.ts';
import { beaconBatch, sendBatch } from './send-batch.ts';

const silent: Recorder = {
  view: () => {},
  interaction: () => {},
  durations: () => {},
  flush: () => {},
  flushAtExit: () => {},
};

/**
 * Records for a member what they do, and counts their views on the cards; of guests nothing is recorded. Specification,
 * section 6.
 */
export function recorderOf({ id: userId, isGuest }: FeedUser, { get, dispatch }: FeedStore): Recorder {
  if (isGuest) return silent;
  return createRecorder({
    newId,
    now: Date.now,
    cursor: () => get().deck.cursor ?? get().deck.endCursor ?? undefined,
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
}
