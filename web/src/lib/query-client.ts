import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal, isUnauthorized } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { onTakeover, refreshSession } from './session.ts';

const TRIES = 3;

/** The one cache of everything the server told us, the current user aside. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A read that is refused because the session is over makes us ask who is here.
      if (isUnauthorized(error)) void refreshSession();
      else reportFailedRead(String(query.queryKey[0]), error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      // The service worker may have the answer when the network has none.
      networkMode: 'offlineFirst',
      retry: (failures, error) => !isRefusal(error) && failures < TRIES - 1,
    },
    // Without a network an action fails at once and says so, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onTakeover((isSamePerson) => {
  queryClient.removeQueries({
    predicate: ({ meta, state }) =>
      !isSamePerson || meta?.['outlivesSignUp'] !== true || state.status === 'error',
  });
});
