import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isRefusal, isUnauthorized } from './call.ts';
import { reportFailedRead } from './failures.ts';
import { onTakeover, refreshSession } from './session.ts';

const TRIES = 3;

/** Cache of all server state except the current user. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // The session has ended, so the current user is read again.
      if (isUnauthorized(error)) void refreshSession();
      else reportFailedRead(String(query.queryKey[0]), error);
    },
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

onTakeover((isSamePerson) => {
  queryClient.removeQueries({
    predicate: ({ meta, state }) =>
      !isSamePerson || meta?.['outlivesSignUp'] !== true || state.status === 'error',
  });
});
