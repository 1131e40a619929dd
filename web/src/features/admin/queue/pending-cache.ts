import { queryClient } from '../../../lib/query-client.ts';
import type { Queue } from './pending-queue.ts';

/** The beginning of the key of each queue: filters and page come behind it. */
export const pendingKey = ['admin', 'pending-apps'] as const;

/** When each decision was answered; infinity while it is on its way. */
export const decidedAt = new Map<string, number>();

/** The queue in sight, if one is. */
export function queueInSight(): Queue | undefined {
  return queryClient.getQueriesData<Queue>({ queryKey: pendingKey, type: 'active' })[0]?.[1];
}

/** The apps that no decision was sent for, also if the screen still shows the others. */
export function undecidedApps<T extends { id: string }>(apps: readonly T[]): readonly T[] {
  const left = new Set(queueInSight()?.apps.map(({ id }) => id));
  return apps.filter(({ id }) => left.has(id));
}

let changedAt = 0;

/** Whether the queue in sight was changed after that moment: what was asked before may know nothing of it. */
export const isChangedSince = (askedAt: number): boolean => changedAt > askedAt;

/** Changes the queue in sight as it is kept; those of other filters are read anew when they come. */
export function changeQueue(step: (queue: Queue) => Queue): void {
  changedAt = performance.now();
  queryClient.removeQueries({ queryKey: pendingKey, type: 'inactive' });
  queryClient.setQueriesData<Queue>({ queryKey: pendingKey }, (queue) => queue && step(queue));
}

/** Reads the queue from the server anew. */
export const rereadQueue = (): Promise<void> => queryClient.invalidateQueries({ queryKey: pendingKey });

/** Long enough for several decisions in a row, short enough to look at once. */
const REREAD_AFTER_MS = 250;
let rereading: ReturnType<typeof setTimeout> | undefined;

/** Reads the queue anew in a moment, once however often that is asked for until then. */
export function rereadSoon(): void {
  clearTimeout(rereading);
  rereading = setTimeout(() => void rereadQueue(), REREAD_AFTER_MS);
}
