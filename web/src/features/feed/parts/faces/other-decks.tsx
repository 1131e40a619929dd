import { t } from '@lingui/core/macro';
import { type Deck, deckKeyOf, type DeckKey, parseDeckKey, plainDecks } from '@zapdeck/contract/decks';
import { deckHref, screens } from '@zapdeck/contract/screens';
import Compass from 'lucide-react/icons/compass';
import { Link } from 'wouter';
import { deckName } from '../../../../lib/deck-name.ts';

const OFFERED_DECKS = 3;

/** Returns true if a deck gets new apps without the viewer. */
export function isGrowing(deckKey: DeckKey): boolean {
  const kind = parseDeckKey(deckKey)?.kind;
  return kind !== 'liked' && kind !== 'search' && kind !== 'maker';
}

/** Returns decks to go on with. */
function otherDecks(deckKey: DeckKey): Deck[] {
  return plainDecks
    .filter((kind) => kind !== deckKey && kind !== 'liked')
    .slice(0, OFFERED_DECKS)
    .map((kind) => ({ kind, value: null }));
}

const chipClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-white/14 px-4 text-sm font-semibold hover:bg-white/22';

/** Leads from the end of a deck to other decks. */
export function OtherDecks({ deckKey }: { deckKey: DeckKey }) {
  return (
    <nav aria-label={t`Other decks`} className="mt-3 flex flex-wrap justify-center gap-2">
      {otherDecks(deckKey).map((deck) => (
        <Link key={deck.kind} href={deckHref(deckKeyOf(deck))} draggable={false} className={chipClass}>
          {deckName(deck)}
        </Link>
      ))}
      <Link href={screens.discover.path} draggable={false} className={chipClass}>
        <Compass size={17} aria-hidden="true" />
        <span>{t`Discover`}</span>
      </Link>
    </nav>
  );
}
