import { useQuery } from '@tanstack/react-query';
import { listDecks, type ListedDeck } from '@zapdeck/contract/deck-list';
import { type Deck, parseDeckKey } from '@zapdeck/contract/decks';
import { call } from '../../lib/call.ts';

/** A deck of the list, and the kind of deck that its key names. */
export interface ShownDeck extends ListedDeck {
  deck: Deck | undefined;
}

interface Decks {
  decks: ShownDeck[];
  categories: ShownDeck[];
  isEmpty: boolean;
}

function sorted(listed: readonly ListedDeck[]): Decks {
  const all = listed.map((one) => ({ ...one, deck: parseDeckKey(one.id) }));
  const isCategory = ({ deck }: ShownDeck) => deck?.kind === 'category';
  return {
    decks: all.filter((one) => !isCategory(one)),
    categories: all.filter(isCategory),
    isEmpty: all.every(({ apps }) => apps === 0),
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
