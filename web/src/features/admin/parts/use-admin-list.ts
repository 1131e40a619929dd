import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { adminApps } from '@zapdeck/contract/apps/apps';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import type { adminUsers } from '@zapdeck/contract/accounts/users';
import { callWithHeaders } from '../../../lib/call.ts';
import { pageOf } from '../../../lib/paged-list.ts';

type ItemOf<T extends Route> = ResponseOf<T> extends (infer Item)[] ? Item : never;

/** Reads a page of a list and the list's length. The previous page stays visible meanwhile. */
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

/** Returns the length of a list without filters. */
export function useListTotal(route: typeof adminApps | typeof adminUsers): number | undefined {
  return useAdminList<typeof adminApps | typeof adminUsers>(route, { query: { limit: 1 } }).data?.total;
}
