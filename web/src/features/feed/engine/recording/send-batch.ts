import { recordDurations, recordInteractions } from '@zapdeck/contract/interactions';
import { call } from '../../../../lib/call.ts';
import type { Batch } from './batch-outbox.ts';
import type { Counted } from './create-recorder.ts';

/**
 * Sends a batch of this person; returns what the server made of it. It says whose it is, because the cookie is the whole
 * browser's: in another tab somebody else may have signed in, to whom nothing of it must be counted.
 */
export async function sendBatch(userId: string, batch: Batch): Promise<Counted> {
  if ('interactions' in batch) {
    const { counted, zapCount } = await call(recordInteractions, { body: { ...batch, userId } });
    return { views: counted, zapCount };
  }
  await call(recordDurations, { body: { ...batch, userId } });
  return { views: [], zapCount: null };
}

/** The same while the page goes; nobody waits for the answer. */
export function beaconBatch(userId: string, batch: Batch): void {
  const { path } = 'interactions' in batch ? recordInteractions : recordDurations;
  const body = JSON.stringify({ ...batch, userId });
  navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }));
}
