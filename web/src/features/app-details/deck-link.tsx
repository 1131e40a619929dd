import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { deckHref } from '@zapdeck/contract/instance/screens';
import { Link } from 'wouter';
import type { Elements } from '../../lib/elements.ts';

interface Props {
  deck: DeckKey;
  /** Called if the deck is already open. */
  onStay: () => void;
  className: string;
  children: Elements;
}

/** Link to a deck. If that deck is open, a tap calls `onStay` instead. */
export function DeckLink({ deck, onStay, className, children }: Props) {
  const isOpen = new URLSearchParams(location.search).get('deck') === deck;
  return (
    <Link
      href={deckHref(deck)}
      className={className}
      onClick={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        onStay();
      }}
    >
      {children}
    </Link>
  );
}
