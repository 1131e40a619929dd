import { useQuery } from '@tanstack/react-query';
import { type OwnFirstViews, ownFirstViews } from '@zapdeck/contract/feed/first-views';
import { call } from '../../../lib/call.ts';
import { ownAppKey } from '../../../lib/own-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';

const REFRESH_MS = 30_000;

const keyOf = (id: string) => [...ownAppKey(id), 'first-views'];

/** Returns the first views of the maker's app. They are read again while the screen is open, because the number grows. */
export function useFirstViews(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(ownFirstViews, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Stores the first views from a response in the cache, and invalidates the history of the app. A read that is under way would
 * bring the old ones back.
 */
export async function keepFirstViews(id: string, firstViews: OwnFirstViews): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(id) });
  queryClient.setQueryData(keyOf(id), firstViews);
  void queryClient.invalidateQueries({ queryKey: [...ownAppKey(id), 'history'] });
}
