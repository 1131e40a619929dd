import type { InteractionType } from '@zapdeck/contract/interactions';

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
  | { interactions: Interaction[] }
  | { durations: Durations }
);

const BATCHES_MAX = 200;

function storageKey(userId: string): string {
  return `zapdeck.batches.${userId}`;
}

/** What another version of us may have left there is looked at before it is believed; the server checks the rest. */
function isBatch(value: unknown): value is Batch {
  if (typeof value !== 'object' || value === null) return false;
  const { batchId, madeAt } = value as Record<string, unknown>;
  const carries = 'interactions' in value || 'durations' in value;
  return typeof batchId === 'string' && typeof madeAt === 'number' && carries;
}

/** The batches of this person that no answer has come for, oldest first. */
export function batchesLeft(userId: string): Batch[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isBatch) : [];
  } catch {
    return [];
  }
}

function store(userId: string, batches: readonly Batch[]): void {
  try {
    if (batches.length === 0) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), JSON.stringify(batches.slice(-BATCHES_MAX)));
  } catch {
    // Without storage what could not be sent is lost with the page.
  }
}

/** Keeps the batch until it is dropped, also when the page goes. */
export function keepBatch(userId: string, batch: Batch): void {
  store(userId, [...batchesLeft(userId), batch]);
}

/** Lets go of a batch that has been answered. */
export function dropBatch(userId: string, batchId: string): void {
  store(
    userId,
    batchesLeft(userId).filter((batch) => batch.batchId !== batchId),
  );
}
