import type { CurrentUser } from '@zapdeck/contract/auth';
import { recordDurations, recordInteraction } from '@zapdeck/contract/interactions';
import { reportZapCount } from '@zapdeck/contract/users';
import { useMemo } from 'react';
import { CallError, ConnectionError, call } from '../../../lib/call.ts';
import { reportFailedAction } from '../../../lib/failures.ts';
import { knownUser, patchUser } from '../../../lib/session.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { createRecorder, type Recorder } from './create-recorder.ts';

/** A random id; randomUUID exists only on secure origins, and a server in one's own network may not be one. */
function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  (crypto as Crypto).getRandomValues(bytes);
  const hex = [...bytes].map((byte, place) => {
    const marked = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
}

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
      sendInteraction: (body) => call(recordInteraction, { body }),
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
      mayPass: (error) =>
        error instanceof ConnectionError || (error instanceof CallError && error.status >= 500),
      onError: (what, error) => {
        if (!handleExpiredSession(error)) reportFailedAction(what, error);
      },
    });
  }, [isGuest]);
}
