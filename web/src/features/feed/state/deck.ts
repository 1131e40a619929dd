import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { FEED_IDS_MAX, type FeedApp } from '@zapdeck/contract/feed/feed';
import type { VoteType } from '@zapdeck/contract/feed/votes';

/** The end card, between the last app and the first. */
export const END = 'end';
export type Card = FeedApp | typeof END;

export type Decision = 'like' | 'pass' | 'zap';
/** The way in which a card leaves the screen; `back` decides nothing. */
export type Exit = Decision | 'back';

export interface Page {
  apps: readonly FeedApp[];
  /** Loads the next page; null after the last page. */
  cursor: string | null;
  /** Loads the apps approved since; null before the last page. */
  endCursor: string | null;
}

interface Step {
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
 * Cards in the order in which they were dealt, and the position of the user. A showing is one time that a card is in
 * front. Its number never repeats, so a card that comes back has another number.
 */
export interface Deck extends Page {
  key: DeckKey;
  /** Position of the front app. At the end card and while a page is loading: the number of apps before it. */
  index: number;
  /**
   * State of the end card: `asked` and `answered` while it is in front, before and after the response with new apps.
   * `left`: the user has gone on before the response.
   */
  end: 'away' | 'asked' | 'answered' | 'left';
  seq: number;
  /** Showing of the next card, whose frame may be loading. */
  nextSeq: number;
  leaving: Leaving | null;
  /** The way in which the front card left before it came back; null if it is new. */
  returning: Exit | null;
  visited: ReadonlySet<string>;
  /** Apps viewed in this round. */
  viewed: ReadonlySet<string>;
  undo: readonly Step[];
  /** Cards were taken out because the user hides them. */
  isThinned: boolean;
}

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
    isThinned: false,
  };
}

export function withoutRepeats(known: readonly FeedApp[], more: readonly FeedApp[]): FeedApp[] {
  const ids = new Set(known.map((app) => app.id));
  return more.filter((app) => !ids.has(app.id) && ids.add(app.id));
}

function isAtEnd({ end }: Deck): boolean {
  return end === 'asked' || end === 'answered';
}

/** Returns the front card; undefined while the next page is loading. */
export function currentCard(deck: Deck): Card | undefined {
  return isAtEnd(deck) ? END : deck.apps[deck.index];
}

/** Returns the front app; undefined at the end card and while the next page is loading. */
export function currentApp(deck: Deck): FeedApp | undefined {
  return isAtEnd(deck) ? undefined : deck.apps[deck.index];
}

export function nextIndex(deck: Deck): number {
  return isAtEnd(deck) ? deck.index : deck.index + 1;
}

export function nextCard(deck: Deck): Card | undefined {
  const next = deck.apps[nextIndex(deck)];
  if (next || deck.cursor !== null) return next;
  if (isAtEnd(deck)) return deck.apps[0];
  return currentApp(deck) && END;
}

export function undoableStep({ undo, apps }: Deck): Step | undefined {
  return undo.findLast(({ card }) => card === END || apps.some(({ id }) => id === card));
}

export function cardId(card: Card): string {
  return card === END ? END : card.id;
}

export function voteOf(app: FeedApp): VoteType | null {
  return app.userVote?.voteType ?? null;
}

/** Cards behind the front one that are kept up to date for undo. */
const BEHIND = 10;

/** Returns the ids to refresh: the front card, a few before it and the next ones, as many as one request may name. */
export function refreshWindow(deck: Deck): string[] {
  const start = Math.max(0, deck.index - BEHIND);
  const from = deck.apps.slice(start, start + FEED_IDS_MAX);
  const again = deck.cursor === null ? deck.apps.slice(0, Math.min(start, FEED_IDS_MAX - from.length)) : [];
  return [...from, ...again].map((app) => app.id);
}

/** True if fewer than `cardsAhead` cards are left and there is another page. */
export function needsPage(deck: Deck, cardsAhead: number): boolean {
  return deck.cursor !== null && deck.apps.length - nextIndex(deck) < cardsAhead;
}
