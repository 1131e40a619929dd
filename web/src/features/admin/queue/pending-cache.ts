import { queryClient } from '../../../lib/query-client.ts';
import type { Queue } from './pending-queue.ts';

export const pendingKey = ['admin', 'pending-apps'] as const;

/** Time of the response to each decision; infinity while it is pending. */
export const decidedAt = new Map<string, number>();

export function queueInSight(): Queue | undefined {
  return queryClient.getQueriesData<Queue>({ queryKey: pendingKey, type: 'active' })[0]?.[1];
}

/** Returns the apps without a sent decision. The screen may still show others. */
export function undecidedApps<T extends { id: string }>(apps: readonly T[]): readonly T[] {
  const left = new Set(queueInSight()?.apps.map(({ id }) => id));
  return apps.filter(({ id }) => left.has(id));
}

let changedAt = 0;

/** Returns true if the visible queue changed after this time. Earlier requests may lack the change. */
export const isChangedSince = (askedAt: number): boolean => changedAt > askedAt;

/** Changes the visible queue in the cache. Queues of other filters are read again when they are shown. */
export function changeQueue(step: (queue: Queue) => Queue): void {
  changedAt = performance.now();
  queryClient.removeQueries({ queryKey: pendingKey, type: 'inactive' });
  queryClient.setQueriesData<Queue>({ queryKey: pendingKey }, (queue) => queue && step(queue));
}

/** Reads the queue again from the server. */
export const rereadQueue = (): Promise<void> => queryClient.invalidateQueries({ queryKey: pendingKey });

/** Long enough for several decisions in a row. */
const REREAD_AFTER_MS = 250;
let rereading: ReturnType<typeof setTimeout> | undefined;

/** Reads the queue again after a short delay. Calls within the delay share one read. */
export function rereadSoon(): void {
  clearTimeout(rereading);
  rereading = setTimeout(() => void rereadQueue(), REREAD_AFTER_MS);
}
