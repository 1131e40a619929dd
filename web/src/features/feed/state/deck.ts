import type { App } from '@zapdeck/contract/apps';
import type { DeckKey } from '@zapdeck/contract/decks';
import type { VoteType } from '@zapdeck/contract/votes';

/** The card of our own between the last app and the first. */
export const END = 'end';
export type Card = App | typeof END;

/** How a card is left by a decision of the person. */
export type Decision = 'like' | 'pass' | 'zap';
/** How a card leaves the screen; `back` is every way that decides nothing. */
export type Exit = Decision | 'back';

/** Some apps of the feed, and what brings more. */
export interface Page {
  apps: readonly App[];
  /** What brings the next page; null once the whole catalogue has been dealt. */
  cursor: string | null;
  /** What then brings those that were approved since; null before. */
  endCursor: string | null;
}

interface Step {
  /** The id of the app, or END. */
  card: string;
  decision: Decision;
  voteBefore: VoteType | null;
}

interface Leaving {
  seq: number;
  card: Card;
  exit: Exit;
}

/**
 * The cards as they were dealt and where the person is among them. `index` equals the number of apps while the next
 * page is awaited, and the number of those before it while the end card is in front. `seq` numbers each showing of a
 * card and never repeats: a card shown again is a new showing.
 */
export interface Deck extends Page {
  key: DeckKey;
  index: number;
  /**
   * The end card: `away`; in front, while what was approved meanwhile is being `asked` for or once that is `answered`;
   * or `left` before the answer, which decides between a new app and the first.
   */
  end: 'away' | 'asked' | 'answered' | 'left';
  /** Which showing the current card is: each time that one comes to the front, it is another. */
  seq: number;
  /** The same of the card under it, whose showing has begun to load. */
  nextSeq: number;
  /** The card on its way out, until its motion has ended. */
  leaving: Leaving | null;
  /** How the current card had left before it came back, or null when it came in its turn. */
  returning: Exit | null;
  /** Every card that has been in front. */
  visited: ReadonlySet<string>;
  /** The apps that have been looked at in this round. */
  viewed: ReadonlySet<string>;
  undo: readonly Step[];
}

/** A new deck, its first card current. */
export function createDeck(key: DeckKey, page: Page): Deck {
  const apps = withoutRepeats([], page.apps);
  return {
    ...page,
    key,
    apps,
    index: 0,
    end: 'away',
    seq: 1,
    nextSeq: 2,
    leaving: null,
    returning: null,
    visited: new Set(apps.slice(0, 1).map((app) => app.id)),
    viewed: new Set(),
    undo: [],
  };
}

/** Those of `more` that are not known, each once. */
export function withoutRepeats(known: readonly App[], more: readonly App[]): App[] {
  const ids = new Set(known.map((app) => app.id));
  return more.filter((app) => !ids.has(app.id) && ids.add(app.id));
}

function isAtEnd({ end }: Deck): boolean {
  return end === 'asked' || end === 'answered';
}

/** The card in front, or undefined while there is none. */
export function currentCard(deck: Deck): Card | undefined {
  return isAtEnd(deck) ? END : deck.apps[deck.index];
}

/** The app in front, or undefined while there is none. */
export function currentApp(deck: Deck): App | undefined {
  return isAtEnd(deck) ? undefined : deck.apps[deck.index];
}

/** Where the app is, or would be, that a step forward brings. */
export function nextIndex(deck: Deck): number {
  return isAtEnd(deck) ? deck.index : deck.index + 1;
}

/** The card that a step forward brings, or undefined while it is not known. */
export function nextCard(deck: Deck): Card | undefined {
  const next = deck.apps[nextIndex(deck)];
  if (next || deck.cursor !== null) return next;
  if (isAtEnd(deck)) return deck.apps[0];
  return currentApp(deck) && END;
}

/** The step that an undo takes back: the last one whose card is still in the deck. */
export function undoableStep({ undo, apps }: Deck): Step | undefined {
  return undo.findLast(({ card }) => card === END || apps.some(({ id }) => id === card));
}

/** What tells cards apart: the id of the app, or END. */
export function cardId(card: Card): string {
  return card === END ? END : card.id;
}

/** The vote of the person on the app. */
export function voteOf(app: App): VoteType | null {
  return app.userVote?.voteType ?? null;
}
