import { useQuery } from '@tanstack/react-query';
import { type PendingApp, pendingApps, setAppStatus } from '@zapdeck/contract/apps';
import { useState } from 'react';
import { toast } from '../../../components/ui/toast.tsx';
import { announce } from '../../../lib/announce.ts';
import { call, callWithHeaders } from '../../../lib/call.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { tellFailure } from '../../../lib/tell-failure.ts';
import { refreshAdmin } from '../parts/refresh-admin.ts';
import { type Queue, readQueue, withApp, withoutApp, withoutDecided, withVerdict } from './pending-queue.ts';
import { movePending } from './use-admin-stats.ts';

export type Decision = 'approved' | 'rejected';

const LOADED = 100;
const REFRESH_MS = 60_000;
/** Decisions come one after the other, and the charts go through the whole catalogue. */
const REFRESH_AFTER_MS = 250;
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

let refreshing: ReturnType<typeof setTimeout> | undefined;

/** After the last of several decisions, all but the queue is read anew: that one has followed each of them already. */
function refreshSoon(): void {
  clearTimeout(refreshing);
  refreshing = setTimeout(
    () => void refreshAdmin(({ queryKey }) => queryKey[1] === key[1]),
    REFRESH_AFTER_MS,
  );
}

/** Decides over an app: queue and numbers follow at once, and take it back if the server refuses. */
export async function decide(app: PendingApp, status: Decision, reason?: string): Promise<void> {
  decidedAt.set(app.id, Number.POSITIVE_INFINITY);
  const left = change((queue) => withVerdict(withoutApp(queue, app.id), app, status, 1));
  movePending(-1);
  announce(`${app.title} ${status}. ${left?.total ?? 0} left.`);
  try {
    await call(setAppStatus, { params: { id: app.id }, body: { status, reason: reason?.trim() || null } });
    decidedAt.set(app.id, performance.now());
    toast({ title: 'Success', description: 'App status updated successfully' });
    refreshSoon();
  } catch (error) {
    decidedAt.delete(app.id);
    change((queue) => withApp(withVerdict(queue, app, status, -1), app));
    movePending(1);
    // Others of the same submitter may have been decided on meanwhile.
    void queryClient.invalidateQueries({ queryKey: key });
    tellFailure(error, {
      action: 'set-app-status',
      data: { appId: app.id, status },
      title: 'Error',
      text: 'Failed to update app status',
      words: 'ours',
    });
    return;
  }
  const queue = queryClient.getQueryData<Queue>(key);
  if (queue?.apps.length === 0 && queue.total > 0) await queryClient.invalidateQueries({ queryKey: key });
}
