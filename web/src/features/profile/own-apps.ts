import { useQuery } from '@tanstack/react-query';
import { AppStatusFilter } from '@zapdeck/contract/apps/apps';
import { ownApps, type OwnAppTotals, ownAppTotals } from '@zapdeck/contract/apps/own-app';
import { useSearchParams } from 'wouter';
import { withCounts } from '../../lib/app-counts.ts';
import { call, callWithHeaders } from '../../lib/call.ts';
import { ownAppsKey } from '../../lib/own-apps.ts';
import { pageOf, usePagedList } from '../../lib/paged-list.ts';

const PAGE = 12;

/** Reads the totals of all apps that the member submitted. */
export function useOwnTotals(isMember: boolean) {
  return useQuery({
    queryKey: [...ownAppsKey, 'totals'],
    queryFn: () => call(ownAppTotals, {}),
    enabled: isMember,
  });
}

export function countApps({ apps }: OwnAppTotals): number {
  return apps.approved + apps.pending + apps.rejected;
}

export interface OwnAppsFilters {
  search: string;
  status: AppStatusFilter;
}

/** Keeps the filters in the address, so that Back from an app leads to the same list. */
export function useOwnAppsFilters() {
  const [params, setParams] = useSearchParams();
  const status = AppStatusFilter.safeParse(params.get('status'));
  const filters: OwnAppsFilters = {
    search: (params.get('search') ?? '').slice(0, 200),
    status: status.success ? status.data : 'all',
  };
  const setFilters = (changed: Partial<OwnAppsFilters>) =>
    setParams(
      () => {
        const { search, status: wanted } = { ...filters, ...changed };
        return {
          ...(search === '' ? {} : { search }),
          ...(wanted === 'all' ? {} : { status: wanted }),
        };
      },
      { replace: true },
    );
  return { filters, setFilters };
}

/** Reads the member's apps that match the filters, page by page. */
export function useOwnApps({ search, status }: OwnAppsFilters) {
  const words = search.trim();
  return usePagedList([...ownAppsKey, words, status], async (offset) => {
    const query = { limit: PAGE, offset, search: words, status };
    const { items, total } = pageOf(await callWithHeaders(ownApps, { query }));
    return { items: items.map(withCounts), total };
  });
}
