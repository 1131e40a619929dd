import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PendingApp, pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { callWithHeaders } from '../../../lib/call.ts';
import { type Page, pageOf } from '../../../lib/paged-list.ts';
import { decidedAt, isChangedSince, pendingKey, rereadSoon } from './pending-cache.ts';
import { type Queue, ROWS_READ, ROWS_SHOWN, withoutDecided } from './pending-queue.ts';
import type { Asked } from './pending-filters.tsx';

const REFRESH_MS = 60_000;

async function readPart(asked: Asked, offset: number, limit: number): Promise<Page<PendingApp>> {
  return pageOf(await callWithHeaders(pendingApps, { query: { ...asked, offset, limit } }));
}

/** Reads a page of the queue, and further rows that move up after decisions. */
export function usePending(asked: Asked, page: number) {
  return useQuery({
    queryKey: [...pendingKey, asked, page],
    queryFn: async (): Promise<Queue> => {
      const askedAt = performance.now();
      const { items, total } = await readPart(asked, (page - 1) * ROWS_SHOWN, ROWS_READ);
      const queue = withoutDecided({ apps: items, total, sort: asked.sort }, decidedAt, askedAt);
      // A request sent before a decision or an undo lacks that change.
      if (isChangedSince(askedAt) || queue.apps.length < items.length) rereadSoon();
      return queue;
    },
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}
