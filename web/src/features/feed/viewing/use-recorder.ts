import type { CurrentUser } from '@zapdeck/contract/auth';
import { recordDurations, recordInteraction } from '@zapdeck/contract/interactions';
import { reportZapCount } from '@zapdeck/contract/users';
import { useMemo } from 'react';
import { call } from '../../../lib/call.ts';
import { reportFailedAction } from '../../../lib/failures.ts';
import { callOnce, mayPass, newId } from '../../../lib/idempotency.ts';
import { knownUser, patchUser } from '../../../lib/session.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { createRecorder, type Recorder } from './create-recorder.ts';

/** The zap count as far as this page knows, also between two renderings. */
export function zapsNow(): number | undefined {
  return knownUser()?.zapCount;
}

const silent: Recorder = {
  view: () => Promise.resolve(false),
  interaction: () => {},
  durations: () => {},
  durationsAtExit: () => {},
  zapCount: () => {},
};

/** Records for members what they do; of guests nothing is recorded. Specification, section 6. */
export function useRecorder({ isGuest }: CurrentUser): Recorder {
  return useMemo(() => {
    if (isGuest) return silent;
    return createRecorder({
      newId,
      sendInteraction: ({ key, ...body }) => callOnce(recordInteraction, { body }, key),
      sendDurations: (body) => call(recordDurations, { body }),
      beacon: (batch) => {
        const body = new Blob([JSON.stringify(batch)], { type: 'application/json' });
        return navigator.sendBeacon(recordDurations.path, body);
      },
      sendZapCount: async (zapCount) => {
        const stored = await call(reportZapCount, { body: { zapCount } });
        // Another device of this person may be ahead.
        if (stored.zapCount > (zapsNow() ?? 0)) patchUser(stored);
      },
      mayPass,
      onError: (what, error) => {
        if (!handleExpiredSession(error)) reportFailedAction(what, error);
      },
    });
  }, [isGuest]);
}
