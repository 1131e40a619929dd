import { t } from '@lingui/core/macro';
import type { DeckKey, PlainDeck } from '@zapdeck/contract/feed/decks';
import { deckHref, screens } from '@zapdeck/contract/instance/screens';
import Compass from 'lucide-react/icons/compass';
import History from 'lucide-react/icons/history';
import { Link } from 'wouter';
import { deckName } from '../../../../lib/deck-name.ts';

/** Decks to go on with, the first two of which are offered. */
const offers: readonly PlainDeck[] = ['trending', 'new', 'best'];
const OFFERED_DECKS = 2;

const chipClass =
  'inline-flex min-h-11 items-center gap-1.5 rounded-pill bg-white/14 px-4 text-sm font-semibold hover:bg-white/22';

/** Leads from the end of a deck to other decks. */
export function OtherDecks({ deckKey }: { deckKey: DeckKey }) {
  const offered = offers.filter((kind) => kind !== deckKey).slice(0, OFFERED_DECKS);
  return (
    <nav aria-label={t`Other decks`} className="mt-3 flex flex-wrap justify-center gap-2">
      {offered.map((kind) => (
        <Link key={kind} href={deckHref(kind)} draggable={false} className={chipClass}>
          {deckName({ kind, value: null })}
        </Link>
      ))}
      <Link href={screens.discover.path} draggable={false} className={chipClass}>
        <Compass size={17} aria-hidden="true" />
        <span>{t`Discover`}</span>
      </Link>
      <Link href={screens.history.path} draggable={false} className={chipClass}>
        <History size={17} aria-hidden="true" />
        <span>{t`History`}</span>
      </Link>
    </nav>
  );
}
