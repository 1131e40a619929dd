import { useQuery } from '@tanstack/react-query';
import { pendingApps } from '@zapdeck/contract/apps';
import { useState } from 'react';
import { callWithHeaders } from '../../../lib/call.ts';
import { pageOf } from '../../../lib/paged-list.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { changeQueue, decidedAt, pendingKey } from './pending-cache.ts';
import { type Queue, readQueue, withoutDecided } from './pending-queue.ts';

const LOADED = 100;
const REFRESH_MS = 60_000;

async function readPending(): Promise<Queue> {
  const askedAt = performance.now();
  const wanted = queryClient.getQueryData<Queue>(pendingKey)?.wanted ?? LOADED;
  const queue = await readQueue(wanted, async (offset, limit) =>
    pageOf(await callWithHeaders(pendingApps, { query: { limit, offset } })),
  );
  return withoutDecided(queue, decidedAt, askedAt);
}

/** The apps that wait for a decision, the longest waiting first, and the way to more of them. */
export function usePending() {
  const query = useQuery({ queryKey: pendingKey, queryFn: readPending, refetchInterval: REFRESH_MS });
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
        changeQueue((queue) => ({ ...queue, wanted: queue.apps.length + LOADED }));
        const { isError, data: queue } = await query.refetch();
        setIsReadingMore(false);
        setHasFailed(isError);
        return queue?.apps.length ?? 0;
      },
    },
  };
}
