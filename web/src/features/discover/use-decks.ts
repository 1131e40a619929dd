import { useQuery } from '@tanstack/react-query';
import { listDecks, type ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { parseDeckKey } from '@zapdeck/contract/feed/decks';
import { call } from '../../lib/call.ts';

interface Decks {
  decks: ListedDeck[];
  categories: ListedDeck[];
  isEmpty: boolean;
}

function sorted(listed: readonly ListedDeck[]): Decks {
  const isCategory = ({ id }: ListedDeck) => parseDeckKey(id)?.kind === 'category';
  return {
    decks: listed.filter((deck) => !isCategory(deck)),
    categories: listed.filter(isCategory),
    isEmpty: listed.every(({ apps }) => apps === 0),
  };
}

/** Reads the decks of the viewer. Their numbers change with each card, so they are read again on each visit. */
export function useDecks() {
  return useQuery({
    queryKey: ['decks'],
    queryFn: () => call(listDecks, {}),
    select: sorted,
    refetchOnMount: 'always',
  });
}
