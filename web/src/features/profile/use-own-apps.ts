import { ownApps } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import { withCounts } from '../../lib/app-counts.ts';
import { callWithHeaders } from '../../lib/call.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { pageOf, usePagedList } from '../../lib/paged-list.ts';

const PAGE = 24;

async function readOwn(offset: number) {
  const { items, total } = pageOf(await callWithHeaders(ownApps, { query: { limit: PAGE, offset } }));
  return { items: items.map(withCounts), total };
}

/** The apps that the person submitted; a guest has none and is not asked about. */
export function useOwnApps(user: CurrentUser) {
  return usePagedList(ownAppsKey, readOwn, !user.isGuest);
}

export type OwnAppsQuery = ReturnType<typeof useOwnApps>;
