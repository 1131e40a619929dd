import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import {
  type Card,
  cardId,
  currentCard,
  type Decision,
  type Deck,
  END,
  type Exit,
  nextCard,
  nextIndex,
  type Page,
  undoableStep,
  voteOf,
  withoutRepeats,
} from './deck.ts';

const UNDO_STEPS_MAX = 50;

function arriveAt(deck: Deck, index: number): Deck {
  const app = deck.apps[index];
  const visited = app ? new Set(deck.visited).add(app.id) : deck.visited;
  return { ...deck, index, end: 'away', visited };
}

/** Moves to the end card. It is after the visited apps and before the apps that were approved since. */
function arriveAtEnd(deck: Deck): Deck {
  const index = deck.apps.findLastIndex((app) => deck.visited.has(app.id)) + 1;
  return { ...deck, index, end: 'asked', visited: new Set(deck.visited).add(END) };
}

/** Starts another round at the first card. */
function wrap(deck: Deck): Deck {
  return arriveAt({ ...deck, viewed: new Set() }, 0);
}

function leave(deck: Deck, exit: Exit): Deck['leaving'] {
  const card = currentCard(deck);
  return card ? { seq: deck.seq, card, exit } : deck.leaving;
}

function leaveEnd(deck: Deck): Deck {
  if (deck.apps[deck.index]) return arriveAt(deck, deck.index);
  return deck.end === 'answered' && deck.cursor === null ? wrap(deck) : { ...deck, end: 'left' };
}

/** Decides on the front card and moves to the next. An undo restores `voteBefore`, or else the vote that the app has. */
function forward(deck: Deck, decision: Decision, voteBefore?: VoteType | null): Deck {
  const card = currentCard(deck);
  if (!card) return deck;
  const vote = card === END ? null : voteOf(card);
  const moved: Deck = {
    ...deck,
    seq: deck.nextSeq,
    nextSeq: deck.nextSeq + 1,
    leaving: leave(deck, decision),
    returning: null,
    undo: [...deck.undo, { card: cardId(card), decision, voteBefore: voteBefore ?? vote }].slice(
      -UNDO_STEPS_MAX,
    ),
  };
  if (card === END) return leaveEnd(moved);
  const isLast = deck.index + 1 === deck.apps.length && deck.cursor === null;
  return isLast ? arriveAtEnd(moved) : arriveAt(moved, deck.index + 1);
}

/** Moves to a card that was dealt before. Both it and the next card get a new showing. */
function jump(deck: Deck, to: number | typeof END, returning: Exit): Deck {
  const moved: Deck = {
    ...deck,
    seq: deck.nextSeq + 1,
    nextSeq: deck.nextSeq + 2,
    leaving: leave(deck, 'back'),
    returning,
  };
  return to === END ? arriveAtEnd(moved) : arriveAt(moved, to);
}

/** Brings the app to the front: at its own position if no card is skipped by that, otherwise inserted before the front card. */
function goTo(deck: Deck, app: App, returning: Exit): Deck {
  const index = deck.apps.findIndex(({ id }) => id === app.id);
  if (index >= 0 && (index === nextIndex(deck) || deck.visited.has(app.id)))
    return jump(deck, index, returning);
  const apps = deck.apps.filter(({ id }) => id !== app.id);
  apps.splice(deck.index, 0, app);
  return jump({ ...deck, apps }, deck.index, returning);
}

function undo(deck: Deck): Deck {
  const step = undoableStep(deck);
  if (!step) return deck;
  const rest = { ...deck, undo: deck.undo.slice(0, deck.undo.lastIndexOf(step)) };
  // The app may have been removed and dealt again later in the deck.
  const app = deck.apps.find(({ id }) => id === step.card);
  return app ? goTo(rest, app, step.decision) : jump(rest, END, step.decision);
}

/** Brings the card to the front without a decision: for the browser's Back and Forward, or an address. */
function open(deck: Deck, card: Card): Deck {
  const current = currentCard(deck);
  if (current && cardId(current) === cardId(card)) return deck;
  const step = deck.undo.findLastIndex((past) => past.card === cardId(card));
  const forgetful = step < 0 ? deck : { ...deck, undo: deck.undo.slice(0, step) };
  return card === END ? jump(forgetful, END, 'back') : goTo(forgetful, card, 'back');
}

/** Response to a refresh of the `asked` apps. Apps that are missing have left the feed. */
interface Refresh {
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
function append(
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
function giveUpAsking(deck: Deck): Deck {
  if (deck.end === 'asked') return { ...deck, end: 'answered' };
  return deck.end === 'left' && deck.cursor === null ? wrap(deck) : deck;
}

/** Updates the apps. Apps that left the feed are removed, unless they are behind the front card. */
function refresh(deck: Deck, { apps, asked, keepVotes, isHiding = false }: Refresh): Deck {
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

export type DeckAction =
  | ({ type: 'append'; isThinned?: boolean } & Page)
  | { type: 'give-up-asking' }
  | ({ type: 'refresh' } & Refresh)
  | { type: 'patch'; id: string; change: Partial<App> }
  | { type: 'forward'; decision: Decision; voteBefore?: VoteType | null }
  | { type: 'undo' }
  | { type: 'open'; card: Card }
  | { type: 'settle'; seq: number }
  | { type: 'view'; id: string };

/** Returns the deck after the action; the same object if nothing changed. */
export function reduceDeck(deck: Deck, action: DeckAction): Deck {
  switch (action.type) {
    case 'append':
      return append(deck, action);
    case 'give-up-asking':
      return giveUpAsking(deck);
    case 'refresh':
      return refresh(deck, action);
    case 'patch':
      return {
        ...deck,
        apps: deck.apps.map((app) => (app.id === action.id ? { ...app, ...action.change } : app)),
      };
    case 'forward':
      return forward(deck, action.decision, action.voteBefore);
    case 'undo':
      return undo(deck);
    case 'open':
      return open(deck, action.card);
    case 'settle':
      return deck.leaving?.seq === action.seq ? { ...deck, leaving: null } : deck;
    case 'view':
      return deck.viewed.has(action.id) ? deck : { ...deck, viewed: new Set(deck.viewed).add(action.id) };
  }
}
