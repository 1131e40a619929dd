import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { queryClient } from '../../../lib/query-client.ts';
import type { Deck } from './deck.ts';
import { dealDeck } from './load-feed.ts';
import { type DeckAction, reduceDeck } from './reduce-deck.ts';

const KEPT_MS = 30 * 60_000;
/** An empty feed is asked for again this often, as the apps of a full one are. */
const EMPTY_REFRESH_MS = 30_000;

/** The deck in the cache: `read` is always the newest, also between two renderings. */
export interface DeckHandle {
  read: () => Deck | undefined;
  dispatch: (action: DeckAction) => void;
}

export type DeckState =
  | { state: 'loading' }
  | { state: 'failed'; error: Error; retry: () => void }
  | { state: 'dealt'; deck: Deck };

/** The deck of this user. It outlives the screen, so that coming back finds the same card. */
export function useDeck(userId: string, wantedId: () => string | null): DeckState & { handle: DeckHandle } {
  const queryKey = useMemo(() => ['feed', userId] as const, [userId]);
  const query = useQuery({
    queryKey,
    queryFn: () => dealDeck(wantedId()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    // A guest who signs up goes on where they were.
    meta: { outlivesSignUp: true },
    structuralSharing: false,
    // Without a network it fails at once and can be tried again, instead of waiting behind a spinner.
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: ({ state }) => (state.data?.apps.length === 0 ? EMPTY_REFRESH_MS : false),
  });
  const read = useCallback(() => queryClient.getQueryData<Deck>(queryKey), [queryKey]);
  const dispatch = useCallback(
    (action: DeckAction) => {
      queryClient.setQueryData<Deck>(queryKey, (deck) => deck && reduceDeck(deck, action));
    },
    [queryKey],
  );
  const handle = useMemo(() => ({ read, dispatch }), [read, dispatch]);
  if (query.data) return { state: 'dealt', deck: query.data, handle };
  if (query.isError)
    return { state: 'failed', error: query.error, retry: () => void query.refetch(), handle };
  return { state: 'loading', handle };
}
