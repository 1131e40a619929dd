import { queryClient } from '../../../lib/query-client.ts';
import type { Queue } from './pending-queue.ts';

export const pendingKey = ['admin', 'pending-apps'] as const;

/** When each decision was answered; infinity while it is on its way. */
export const decidedAt = new Map<string, number>();

/** Changes the queue as it is kept; returns what it is then. */
export function changeQueue(step: (queue: Queue) => Queue): Queue | undefined {
  return queryClient.setQueryData<Queue>(pendingKey, (queue) => queue && step(queue));
}

/** Reads the queue from the server anew. */
export const rereadQueue = (): Promise<void> => queryClient.invalidateQueries({ queryKey: pendingKey });
