import type { App } from '@zapdeck/contract/apps/apps';
import { cardId, currentCard, type Deck, END, nextCard, type Page, withoutRepeats } from './deck.ts';
import { arriveAt, arriveAtEnd, wrap } from './deck-moves.ts';

/** Response to a refresh of the `asked` apps. Apps that are missing have left the feed. */
export interface Refresh {
  apps: readonly App[];
  asked: readonly string[];
  /** Apps whose vote and counts in the response may be out of date. */
  keepVotes: ReadonlySet<string>;
  /** The user hides the missing apps. */
  isHiding?: boolean;
}

/** Gives the next showing a new number if its card has changed. */
function renumberNext(before: Deck, after: Deck): Deck {
  const [was, is] = [nextCard(before), nextCard(after)];
  if (!was || (is && cardId(is) === cardId(was))) return after;
  return { ...after, nextSeq: before.nextSeq + 1 };
}

/** Appends the apps of a page that are not in the deck yet. */
export function append(
  deck: Deck,
  { apps, cursor, endCursor, isThinned = deck.isThinned }: Page & { isThinned?: boolean },
): Deck {
  const more = withoutRepeats(deck.apps, apps);
  // An app that left the deck and comes again counts as not visited: it is after cards that were not in front yet.
  const visited = new Set(deck.visited);
  for (const { id } of more) visited.delete(id);
  const grown: Deck = { ...deck, apps: [...deck.apps, ...more], cursor, endCursor, visited, isThinned };
  if (currentCard(deck)) {
    const isAnswer = deck.end === 'asked' && cursor === null;
    return renumberNext(deck, isAnswer ? { ...grown, end: 'answered' } : grown);
  }
  if (more.length > 0) return arriveAt(grown, deck.index);
  if (cursor !== null || deck.apps.length === 0) return grown;
  return deck.end === 'left' ? wrap(grown) : arriveAtEnd(grown);
}

/** Continues without new apps after the request for them has failed. */
export function giveUpAsking(deck: Deck): Deck {
  if (deck.end === 'asked') return { ...deck, end: 'answered' };
  return deck.end === 'left' && deck.cursor === null ? wrap(deck) : deck;
}

/** Updates the apps. Apps that left the feed are removed, unless they are behind the front card. */
export function refresh(deck: Deck, { apps, asked, keepVotes, isHiding = false }: Refresh): Deck {
  const news = new Map(apps.map((app) => [app.id, app]));
  const gone = new Set(asked.filter((id) => !news.has(id)));
  // After the end card all apps come again.
  const isAtEnd = currentCard(deck) === END;
  const leaves = (app: App, place: number) => (isAtEnd || place > deck.index) && gone.has(app.id);
  const kept = deck.apps.filter((app, place) => !leaves(app, place));
  const leftBehind = deck.apps.slice(0, deck.index).filter(leaves).length;
  const updated = kept.map((app) => {
    const fresh = news.get(app.id);
    if (!fresh) return app;
    const { userVote, upvotes, downvotes } = app;
    // Only a page of the deck has the reason of a card.
    const { reason, because } = app;
    const shown = { ...fresh, reason, because };
    return keepVotes.has(app.id) ? { ...shown, userVote, upvotes, downvotes } : shown;
  });
  const isThinned = deck.isThinned || isHiding;
  return renumberNext(deck, { ...deck, apps: updated, index: deck.index - leftBehind, isThinned });
}
