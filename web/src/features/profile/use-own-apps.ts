import { ownApps } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import { callWithHeaders } from '../../lib/call.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { pageOf, usePagedList } from '../../lib/paged-list.ts';

const PAGE = 24;

const readOwn = async (offset: number) =>
  pageOf(await callWithHeaders(ownApps, { query: { limit: PAGE, offset } }));

/** The apps that the person submitted; a guest has none and is not asked about. */
export function useOwnApps(user: CurrentUser) {
  return usePagedList(ownAppsKey, readOwn, !user.isGuest);
}

export type OwnAppsQuery = ReturnType<typeof useOwnApps>;
