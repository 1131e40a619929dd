import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import {
  type Card,
  cardId,
  currentCard,
  type Deck,
  type Decision,
  END,
  type Exit,
  nextIndex,
  undoableStep,
  voteOf,
} from './deck.ts';

const UNDO_STEPS_MAX = 50;

export function arriveAt(deck: Deck, index: number): Deck {
  const app = deck.apps[index];
  const visited = app ? new Set(deck.visited).add(app.id) : deck.visited;
  return { ...deck, index, end: 'away', visited };
}

/** Moves to the end card. It is after the visited apps and before the apps that were approved since. */
export function arriveAtEnd(deck: Deck): Deck {
  const index = deck.apps.findLastIndex((app) => deck.visited.has(app.id)) + 1;
  return { ...deck, index, end: 'asked', visited: new Set(deck.visited).add(END) };
}

/** Starts another round at the first card. */
export function wrap(deck: Deck): Deck {
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
export function forward(deck: Deck, decision: Decision, voteBefore?: VoteType | null): Deck {
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

export function undo(deck: Deck): Deck {
  const step = undoableStep(deck);
  if (!step) return deck;
  const rest = { ...deck, undo: deck.undo.slice(0, deck.undo.lastIndexOf(step)) };
  // The app may have been removed and dealt again later in the deck.
  const app = deck.apps.find(({ id }) => id === step.card);
  return app ? goTo(rest, app, step.decision) : jump(rest, END, step.decision);
}

/** Brings the card to the front without a decision: for the browser's Back and Forward, or an address. */
export function open(deck: Deck, card: Card): Deck {
  const current = currentCard(deck);
  if (current && cardId(current) === cardId(card)) return deck;
  const step = deck.undo.findLastIndex((past) => past.card === cardId(card));
  const forgetful = step < 0 ? deck : { ...deck, undo: deck.undo.slice(0, step) };
  return card === END ? jump(forgetful, END, 'back') : goTo(forgetful, card, 'back');
}
