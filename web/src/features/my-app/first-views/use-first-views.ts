import { useQuery } from '@tanstack/react-query';
import { type OwnFirstViews, ownFirstViews } from '@zapdeck/contract/feed/first-views';
import { call } from '../../../lib/call.ts';
import { ownAppKey } from '../../../lib/own-apps.ts';
import { queryClient } from '../../../lib/query-client.ts';

const REFRESH_MS = 30_000;

const keyOf = (id: string) => [...ownAppKey(id), 'first-views'];

/** Returns the first views of the app. They are polled while the screen is open. */
export function useFirstViews(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(ownFirstViews, { params: { id } }, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** Stores first views from a response, and invalidates the history. Cancels a running read, which would restore old ones. */
export async function keepFirstViews(id: string, firstViews: OwnFirstViews): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(id) });
  queryClient.setQueryData(keyOf(id), firstViews);
  void queryClient.invalidateQueries({ queryKey: [...ownAppKey(id), 'history'] });
}
