import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { adminApps } from '@zapdeck/contract/apps';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/route';
import type { adminUsers } from '@zapdeck/contract/users';
import { callWithHeaders } from '../../../../lib/call.ts';
import { type Page, pageOf } from '../../../../lib/paged-list.ts';

type ItemOf<T extends Route> = ResponseOf<T> extends (infer Item)[] ? Item : never;

/** One page of a list of the server with the length of the whole; the page before stays in sight while it is read. */
export function useAdminList<T extends Route>(route: T, input: CallInput<T>) {
  return useQuery({
    queryKey: ['admin', route.path, input],
    queryFn: async ({ signal }) => {
      const answer = await callWithHeaders(route, input, { signal });
      return pageOf(answer as unknown as { data: ItemOf<T>[]; headers: Headers });
    },
    placeholderData: keepPreviousData,
  });
}

export type AdminListQuery<T> = UseQueryResult<Page<T>>;

/** How long a list is without any filter. */
export function useListTotal(route: typeof adminApps | typeof adminUsers): number | undefined {
  return useAdminList<typeof adminApps | typeof adminUsers>(route, { query: { limit: 1 } }).data?.total;
}
