import type { App } from '@zapdeck/contract/apps';
import { cardId, currentCard, type Deck, END, nextCard, type Page, withoutRepeats } from './deck.ts';
import { arriveAt, arriveAtEnd, wrap } from './deck-moves.ts';

/** What the server says of the apps that were `asked` for: those that are missing are in the feed no more. */
export interface Refresh {
  apps: readonly App[];
  asked: readonly string[];
  /** Apps whose vote, and the counts with it, the screen knows better. */
  keepVotes: ReadonlySet<string>;
}

/** Gives the upcoming showing a new number when another card has taken its place. */
function renumberNext(before: Deck, after: Deck): Deck {
  const [was, is] = [nextCard(before), nextCard(after)];
  if (!was || (is && cardId(is) === cardId(was))) return after;
  return { ...after, nextSeq: before.nextSeq + 1 };
}

/** The deck with a page that was dealt after what it has; what it has already is left out. */
export function append(deck: Deck, { apps, cursor, endCursor }: Page): Deck {
  const more = withoutRepeats(deck.apps, apps);
  // One that was taken out and comes again is still to come: nothing that was in front lies behind what was not.
  const visited = new Set(deck.visited);
  for (const { id } of more) visited.delete(id);
  const grown: Deck = { ...deck, apps: [...deck.apps, ...more], cursor, endCursor, visited };
  if (currentCard(deck)) {
    const isAnswer = deck.end === 'asked' && cursor === null;
    return renumberNext(deck, isAnswer ? { ...grown, end: 'answered' } : grown);
  }
  if (more.length > 0) return arriveAt(grown, deck.index);
  if (cursor !== null || deck.apps.length === 0) return grown;
  return deck.end === 'left' ? wrap(grown) : arriveAtEnd(grown);
}

/** The deck when nobody could say what was approved meanwhile: it goes on without. */
export function giveUpAsking(deck: Deck): Deck {
  if (deck.end === 'asked') return { ...deck, end: 'answered' };
  return deck.end === 'left' && deck.cursor === null ? wrap(deck) : deck;
}

/** The deck with what the server says of its apps now. Those that are gone leave, unless they lie behind. */
export function refresh(deck: Deck, { apps, asked, keepVotes }: Refresh): Deck {
  const news = new Map(apps.map((app) => [app.id, app]));
  const gone = new Set(asked.filter((id) => !news.has(id)));
  // From the end card on, all of them are still to come.
  const isAtEnd = currentCard(deck) === END;
  const leaves = (app: App, place: number) => (isAtEnd || place > deck.index) && gone.has(app.id);
  const kept = deck.apps.filter((app, place) => !leaves(app, place));
  const leftBehind = deck.apps.slice(0, deck.index).filter(leaves).length;
  const updated = kept.map((app) => {
    const fresh = news.get(app.id);
    if (!fresh) return app;
    const { userVote, upvotes, downvotes } = app;
    return keepVotes.has(app.id) ? { ...fresh, userVote, upvotes, downvotes } : fresh;
  });
  return renumberNext(deck, { ...deck, apps: updated, index: deck.index - leftBehind });
}
