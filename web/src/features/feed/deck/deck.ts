import type { App } from '@zapdeck/contract/apps';
import type { VoteType } from '@zapdeck/contract/votes';

/** How many cards back an undo can reach. */
const UNDO_STEPS_MAX = 50;

/** How a card is left by a decision of the person. */
export type Decision = 'like' | 'pass' | 'zap';
/** How a card leaves the screen; `back` is every way that decides nothing. */
export type Exit = Decision | 'back';

interface Step {
  appId: string;
  decision: Decision;
  voteBefore: VoteType | null;
}

interface Leaving {
  seq: number;
  app: App;
  exit: Exit;
}

/**
 * The cards as they were dealt and where the person is among them. `index` equals the number of cards while the next
 * page is awaited. `seq` numbers each showing of a card and never repeats: a card shown again is a new showing.
 */
export interface Deck {
  apps: readonly App[];
  index: number;
  seq: number;
  nextSeq: number;
  /** The card on its way out, until its motion has ended. */
  leaving: Leaving | null;
  /** The decision that the current card comes back from, or null when it came in its turn. */
  returning: Exit | null;
  /** What brings the next page; null once the whole catalogue has been dealt. */
  cursor: string | null;
  visited: ReadonlySet<string>;
  viewed: ReadonlySet<string>;
  undo: readonly Step[];
}

export type DeckAction =
  | { type: 'append'; apps: readonly App[]; cursor: string | null }
  | { type: 'refresh'; apps: readonly App[]; asked: readonly string[]; keepVotes: ReadonlySet<string> }
  | { type: 'patch'; id: string; change: Partial<App> }
  | { type: 'forward'; decision: Decision }
  | { type: 'undo' }
  | { type: 'open'; app: App }
  | { type: 'settle'; seq: number }
  | { type: 'view'; id: string };

/** A new deck, its first card current. `cursor` null means that these are all there are. */
export function createDeck(apps: readonly App[], cursor: string | null): Deck {
  const dealt = withoutRepeats([], apps);
  return {
    apps: dealt,
    index: 0,
    seq: 1,
    nextSeq: 2,
    leaving: null,
    returning: null,
    cursor,
    visited: new Set(dealt.slice(0, 1).map((app) => app.id)),
    viewed: new Set(),
    undo: [],
  };
}

/** The card in front, or undefined while there is none. */
export function currentApp(deck: Deck): App | undefined {
  return deck.apps[deck.index];
}

/** The card that a step forward brings, or undefined while it is not known. */
export function nextApp(deck: Deck): App | undefined {
  return deck.apps[deck.index + 1] ?? (deck.cursor === null ? deck.apps[0] : undefined);
}

/** The vote of the person on the app. */
export function voteOf(app: App): VoteType | null {
  return app.userVote?.voteType ?? null;
}

/** The deck after the action; the same object when nothing changed. */
export function reduceDeck(deck: Deck, action: DeckAction): Deck {
  switch (action.type) {
    case 'append':
      return append(deck, action.apps, action.cursor);
    case 'refresh':
      return refresh(deck, action);
    case 'patch':
      return {
        ...deck,
        apps: deck.apps.map((app) => (app.id === action.id ? { ...app, ...action.change } : app)),
      };
    case 'forward':
      return forward(deck, action.decision);
    case 'undo':
      return undo(deck);
    case 'open':
      return open(deck, action.app);
    case 'settle':
      return deck.leaving?.seq === action.seq ? { ...deck, leaving: null } : deck;
    case 'view':
      return deck.viewed.has(action.id) ? deck : { ...deck, viewed: new Set(deck.viewed).add(action.id) };
  }
}

function withoutRepeats(known: readonly App[], more: readonly App[]): App[] {
  const ids = new Set(known.map((app) => app.id));
  return more.filter((app) => !ids.has(app.id) && ids.add(app.id));
}

/** Gives the upcoming showing a new number when another app has taken its place. */
function renumberNext(before: Deck, after: Deck): Deck {
  const was = nextApp(before);
  if (was === undefined || was.id === nextApp(after)?.id) return after;
  return { ...after, nextSeq: before.nextSeq + 1 };
}

function append(deck: Deck, apps: readonly App[], cursor: string | null): Deck {
  const more = withoutRepeats(deck.apps, apps);
  if (more.length === 0 && cursor === deck.cursor) return deck;
  const grown = { ...deck, apps: [...deck.apps, ...more], cursor };
  const awaited = deck.index === deck.apps.length;
  if (!awaited) return renumberNext(deck, grown);
  if (more.length === 0 && cursor === null) return arriveAt({ ...grown, viewed: new Set() }, 0);
  return arriveAt(grown, grown.index);
}

function arriveAt(deck: Deck, index: number): Deck {
  const app = deck.apps[index];
  return app ? { ...deck, index, visited: new Set(deck.visited).add(app.id) } : { ...deck, index };
}

function leave(deck: Deck, exit: Exit): Leaving | null {
  const app = currentApp(deck);
  return app ? { seq: deck.seq, app, exit } : deck.leaving;
}

function forward(deck: Deck, decision: Decision): Deck {
  const app = currentApp(deck);
  if (!app) return deck;
  const isLast = deck.index + 1 === deck.apps.length;
  const wraps = isLast && deck.cursor === null;
  const step: Step = { appId: app.id, decision, voteBefore: voteOf(app) };
  const moved: Deck = {
    ...deck,
    seq: deck.nextSeq,
    nextSeq: deck.nextSeq + 1,
    leaving: leave(deck, decision),
    returning: null,
    viewed: wraps ? new Set() : deck.viewed,
    undo: [...deck.undo, step].slice(-UNDO_STEPS_MAX),
  };
  return arriveAt(moved, wraps ? 0 : deck.index + 1);
}

/** A jump to a card already dealt: a new showing of it, and of the one after it. */
function jump(deck: Deck, index: number, returning: Exit | null): Deck {
  const moved: Deck = {
    ...deck,
    seq: deck.nextSeq + 1,
    nextSeq: deck.nextSeq + 2,
    leaving: leave(deck, 'back'),
    returning,
  };
  return arriveAt(moved, index);
}

function undo(deck: Deck): Deck {
  const step = deck.undo.at(-1);
  if (!step) return deck;
  const rest = { ...deck, undo: deck.undo.slice(0, -1) };
  const index = deck.apps.findIndex((app) => app.id === step.appId);
  return index < 0 ? undo(rest) : jump(rest, index, step.decision);
}

/**
 * Brings the app to the front without a decision: the browser's Back and Forward, or an address. A card that was in
 * front before is gone to where it lies; any other is put before the current one, so that no card is skipped.
 */
function open(deck: Deck, app: App): Deck {
  const current = currentApp(deck);
  if (current?.id === app.id) return deck;
  const step = deck.undo.findLastIndex(({ appId }) => appId === app.id);
  const forgetful = step < 0 ? deck : { ...deck, undo: deck.undo.slice(0, step) };
  const index = deck.apps.findIndex(({ id }) => id === app.id);
  if (index === deck.index + 1 || (index >= 0 && deck.visited.has(app.id)))
    return jump(forgetful, index, 'back');
  const apps = deck.apps.filter(({ id }) => id !== app.id);
  apps.splice(deck.index, 0, app);
  return jump({ ...forgetful, apps }, deck.index, 'back');
}

function refresh(
  deck: Deck,
  {
    apps,
    asked,
    keepVotes,
  }: { apps: readonly App[]; asked: readonly string[]; keepVotes: ReadonlySet<string> },
): Deck {
  const news = new Map(apps.map((app) => [app.id, app]));
  const gone = new Set(asked.filter((id) => !news.has(id)));
  const isGone = (app: App, place: number) => place > deck.index && gone.has(app.id);
  const kept = deck.apps.filter((app, place) => !isGone(app, place));
  const updated = kept.map((app) => {
    const fresh = news.get(app.id);
    if (!fresh) return app;
    const { userVote, upvotes, downvotes } = app;
    return keepVotes.has(app.id) ? { ...fresh, userVote, upvotes, downvotes } : fresh;
  });
  return renumberNext(deck, { ...deck, apps: updated });
}
