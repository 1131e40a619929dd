import { useQuery } from '@tanstack/react-query';
import { type PendingApp, pendingApps, setAppStatus } from '@zapdeck/contract/apps';
import { useState } from 'react';
import { toast } from '../../../components/ui/toast.tsx';
import { announce } from '../../../lib/announce.ts';
import { call, callWithHeaders } from '../../../lib/call.ts';
import { reportFailedAction } from '../../../lib/failures.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { type Queue, readQueue, withApp, withoutApp, withoutDecided } from './pending-queue.ts';

export type Decision = 'approved' | 'rejected';

const LOADED = 100;
const REFRESH_MS = 60_000;
const key = ['admin', 'pending-apps'] as const;

const decidedAt = new Map<string, number>();

async function readPending(): Promise<Queue> {
  const askedAt = performance.now();
  const wanted = queryClient.getQueryData<Queue>(key)?.wanted ?? LOADED;
  const queue = await readQueue(wanted, async (offset, limit) =>
    pageOf(await callWithHeaders(pendingApps, { query: { limit, offset } })),
  );
  return withoutDecided(queue, decidedAt, askedAt);
}

/** The apps that wait for a decision, the longest waiting first, and the way to more of them. */
export function usePending() {
  const query = useQuery({ queryKey: key, queryFn: readPending, refetchInterval: REFRESH_MS });
  const [isReadingMore, setIsReadingMore] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const { data } = query;
  return {
    query,
    more: {
      hasNextPage: data !== undefined && data.apps.length < data.total,
      isFetchingNextPage: isReadingMore,
      isFetchNextPageError: hasFailed && query.isError,
      /**
       * Reads the whole list anew, and further: what was decided meanwhile has moved the places of all the others.
       * Answers how many apps there are then, which are as many as before when it fails.
       */
      async fetchNextPage(): Promise<number> {
        setIsReadingMore(true);
        change((queue) => ({ ...queue, wanted: queue.apps.length + LOADED }));
        const { isError, data: queue } = await query.refetch();
        setIsReadingMore(false);
        setHasFailed(isError);
        return queue?.apps.length ?? 0;
      },
    },
  };
}

function change(step: (queue: Queue) => Queue): Queue | undefined {
  return queryClient.setQueryData<Queue>(key, (queue) => queue && step(queue));
}

/** Decides over an app: it leaves the queue at once and comes back if the server refuses. */
export async function decide(app: PendingApp, status: Decision, reason?: string): Promise<void> {
  decidedAt.set(app.id, Number.POSITIVE_INFINITY);
  const left = change((queue) => withoutApp(queue, app.id));
  announce(`${app.title} ${status}. ${left?.total ?? 0} left.`);
  try {
    await call(setAppStatus, { params: { id: app.id }, body: { status, reason: reason?.trim() || null } });
    decidedAt.set(app.id, performance.now());
    toast({ title: 'Success', description: 'App status updated successfully' });
  } catch (error) {
    decidedAt.delete(app.id);
    change((queue) => withApp(queue, app));
    if (handleExpiredSession(error)) return;
    reportFailedAction('set-app-status', error, { appId: app.id, status });
    toast({ title: 'Error', description: 'Failed to update app status', variant: 'destructive' });
    return;
  }
  const queue = queryClient.getQueryData<Queue>(key);
  if (queue?.apps.length === 0 && queue.total > 0) await queryClient.invalidateQueries({ queryKey: key });
}
