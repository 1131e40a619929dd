import type { InteractionType } from '@zapdeck/contract/interactions';
import { outboxOf } from '../../../../lib/outbox.ts';

/** What a person did with one card; `duration` in milliseconds. */
export interface Interaction {
  appId: string;
  interactionType: InteractionType;
  duration: number;
}

/** Milliseconds by app id. */
export type Durations = Record<string, number>;

/** What is sent together. It counts once by its id, however often it arrives. */
export type Batch = { batchId: string; madeAt: number } & (
  | {
      interactions: Interaction[];
      /** Cursor of the deck, by which the server logs a first page. */
      cursor?: string;
    }
  | { durations: Durations }
);

/** The batches of a person that no answer has come for; the server checks what they carry. */
export const batchOutbox = outboxOf<Batch>({
  name: 'batches',
  idOf: ({ batchId }) => batchId,
  isItem(value): value is Batch {
    const { batchId, madeAt } = value as Record<string, unknown>;
    const carries = 'interactions' in value || 'durations' in value;
    return typeof batchId === 'string' && typeof madeAt === 'number' && carries;
  },
});
