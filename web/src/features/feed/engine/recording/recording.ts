import { isSessionChanged } from '../../../../lib/call.ts';
import { reportFailedAction } from '../../../../lib/failures.ts';
import { mayBeSentLater, newId } from '../../../../lib/idempotency.ts';
import { markOutdated } from '../../../../lib/outdated-lists.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { knownUser, patchUser, refreshSession } from '../../../../lib/session.ts';
import type { FeedUser } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';
import { batchOutbox, beaconBatch, sendBatch } from './batches.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createViewTracker } from './view-tracker.ts';

/** Reports views only. The server stores which apps a guest has seen, and no interactions. */
export function guestRecorder(recorder: Recorder): Recorder {
  return { ...recorder, interaction: () => {}, durations: () => {} };
}

/** Records views, swipes, votes and viewing times of members, and views of guests. */
export interface Recording {
  /** Returns for how many milliseconds the front card has been viewed. */
  elapsed: () => number;
  /** Records a swipe or vote after the given viewing time, and counts it as a zap. */
  record: (appId: string, type: 'like' | 'dislike' | 'skip', elapsedMs: number) => void;
  flush: () => void;
  start: () => () => void;
}

function recorderOf({ id: userId, isGuest }: FeedUser, { get, dispatch }: FeedStore): Recorder {
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
      markOutdated('history');
      for (const { id, views } of get().deck.apps.filter((app) => appIds.includes(app.id))) {
        dispatch({ type: 'patch', id, change: { views: views + 1 } });
      }
    },
    onZaps: (zapCount) => patchUser({ zapCount }),
    onError: (what, error) => {
      if (isSessionChanged(error)) void refreshSession();
      else if (!handleExpiredSession(error)) reportFailedAction(what, error);
    },
  });
  return isGuest ? guestRecorder(recorder) : recorder;
}

export function createRecording(user: FeedUser, store: FeedStore): Recording {
  const recorder = recorderOf(user, store);
  const { elapsed, start } = createViewTracker(store, recorder);
  return {
    elapsed,
    record(appId, type, elapsedMs) {
      recorder.interaction(appId, type, elapsedMs);
      const known = user.isGuest ? undefined : knownUser();
      if (known) patchUser({ zapCount: known.zapCount + 1 });
    },
    flush: recorder.flush,
    start,
  };
}
