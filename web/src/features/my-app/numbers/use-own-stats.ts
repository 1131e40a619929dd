import { useQuery } from '@tanstack/react-query';
import { ownAppHistory } from '@zapdeck/contract/apps/own-app';
import { ownAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { call, callWithHeaders } from '../../../lib/call.ts';
import { ownAppKey } from '../../../lib/own-apps.ts';
import { pageOf, usePagedList } from '../../../lib/paged-list.ts';

const EVENTS = 20;

/** Returns the app's statistics. They are read again when the screen is reopened. */
export function useOwnStats(id: string) {
  return useQuery({
    queryKey: [...ownAppKey(id), 'stats'],
    queryFn: () => call(ownAppStats, { params: { id } }),
  });
}

/** Returns the history of the app, the newest event first. */
export function useOwnHistory(id: string) {
  return usePagedList([...ownAppKey(id), 'history'], async (offset) =>
    pageOf(await callWithHeaders(ownAppHistory, { params: { id }, query: { limit: EVENTS, offset } })),
  );
}
