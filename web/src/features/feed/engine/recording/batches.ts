import {
  type InteractionType,
  recordDurations,
  recordInteractions,
} from '@zapdeck/contract/feed/interactions';
import { call } from '../../../../lib/call.ts';
import { outboxOf } from '../../../../lib/pending/outbox.ts';

/** One swipe, vote or view; `duration` in milliseconds. */
export interface Interaction {
  appId: string;
  interactionType: InteractionType;
  duration: number;
}

export type Durations = Record<string, number>;

/** Events that are sent together. The server counts a batch id once, however often it arrives. */
export type Batch = { batchId: string; madeAt: number } & (
  | {
      interactions: Interaction[];
      /** Cursor of the deck, by which the server logs a first page. */
      cursor?: string;
    }
  | { durations: Durations }
);

export const batchOutbox = outboxOf<Batch>({
  name: 'batches',
  idOf: ({ batchId }) => batchId,
  isItem(value): value is Batch {
    const { batchId, madeAt } = value as Record<string, unknown>;
    const carries = 'interactions' in value || 'durations' in value;
    return typeof batchId === 'string' && typeof madeAt === 'number' && carries;
  },
});

/** The part of a response that the feed shows. */
export interface Counted {
  views: readonly string[];
  /** Zap count of the user, if the batch could change it. */
  zapCount: number | null;
}

const ageOf = ({ madeAt }: Batch) => Math.max(0, Date.now() - madeAt);

/** Sends a batch. It names its user, because another user may have signed in in another tab with the same cookie. */
export async function sendBatch(userId: string, batch: Batch): Promise<Counted> {
  if ('interactions' in batch) {
    const { counted, zapCount } = await call(recordInteractions, {
      body: { ...batch, ageMs: ageOf(batch), userId },
    });
    return { views: counted, zapCount };
  }
  await call(recordDurations, { body: { ...batch, userId } });
  return { views: [], zapCount: null };
}

/** Sends a batch while the page unloads. There is no response. */
export function beaconBatch(userId: string, batch: Batch): void {
  const { path } = 'interactions' in batch ? recordInteractions : recordDurations;
  const body = JSON.stringify({ ...batch, ageMs: ageOf(batch), userId });
  navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }));
}
