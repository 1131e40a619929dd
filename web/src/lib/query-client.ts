import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal } from './call.ts';
import { handleFailedRead } from './failed-read.ts';
import { onOutdated } from './outdated-lists.ts';
import { onTakeover } from './session.ts';

const TRIES = 3;

/** Cache of server state, except the current user and the feed, which load faster without it. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => handleFailedRead(String(query.queryKey[0]), error),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // Without a network, the service worker may respond.
      networkMode: 'offlineFirst',
      retry: (failures, error) => !isRefusal(error) && failures < TRIES - 1,
    },
    // Without a network, an action fails at once with a message instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onTakeover(() => queryClient.removeQueries());
onOutdated((list) => void queryClient.invalidateQueries({ queryKey: [list] }));
