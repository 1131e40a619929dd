import { useQuery } from '@tanstack/react-query';
import type { Deck } from './deck.ts';
import { needsPage } from './deck-window.ts';
import { loadPage } from './load-feed.ts';
import type { DeckHandle } from './use-deck.ts';

/** The next page is fetched while this many cards are still to come. */
const CARDS_AHEAD = 8;
const TRY_AGAIN_MS = 5_000;

/** Fetches the next page before the last card is reached, again and again until it comes. */
export function usePaging(
  deck: Deck,
  { read, dispatch }: DeckHandle,
): { failed: boolean; retry: () => void } {
  const { cursor } = deck;
  const page = useQuery({
    queryKey: ['feed-page', cursor],
    queryFn: async () => {
      if (cursor === null) return null;
      const dealt = await loadPage(cursor);
      if (read()?.cursor === cursor) dispatch({ type: 'append', ...dealt });
      return null;
    },
    enabled: needsPage(deck, CARDS_AHEAD),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
    networkMode: 'always',
  });
  return { failed: page.isError, retry: () => void page.refetch() };
}
