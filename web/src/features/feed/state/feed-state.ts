import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import type { VoteType } from '@zapdeck/contract/votes';
import { canFrame } from '../../../lib/frame-policy.ts';
import { ownSite } from '../../../lib/own-site.ts';
import { currentApp, currentCard, type Deck } from './deck.ts';

/** Whom the feed is shown to: what it does depends on that. */
export type FeedUser = Pick<CurrentUser, 'id' | 'isGuest'>;

export type Effect = 'zap' | VoteType;
/** A place on the screen, in pixels. */
export interface Point {
  x: number;
  y: number;
}
export type LiftedBy = 'key' | 'mouse' | 'touch';

/** What lies beside the action bar. */
export type Beside = 'cards' | 'ad';

/** What the screen shows besides the deck. */
interface Shown {
  /** The showings whose frame has loaded, the newest last; a card without a frame has at once. */
  loaded: readonly number[];
  /** The showing whose app is in sight, not its poster any more. */
  shownSeq: number;
  /** The showing whose app was in sight when the cards were taken away: it comes back without its splash. */
  resumedSeq: number;
  /** Another screen lies over the cards. */
  isAway: boolean;
  /** The showing during which the next card's frame may load. */
  preloadSeq: number;
  /** The showing whose app takes every touch and key, and how that was asked for; it ends with the showing. */
  tried: { seq: number; by: LiftedBy } | null;
  /** The showing that the hint explains. */
  hintSeq: number;
  /** The animation over the cards; another key plays it anew. */
  effect: { key: number; name: Effect; at: Point | undefined } | null;
  dialog: 'details' | 'keys' | null;
  /** How many zaps lie between two ads, while one is due. */
  ad: number | null;
  /** The apps whose vote is on its way. */
  pending: ReadonlySet<string>;
  /** The next page did not come. */
  isPageMissing: boolean;
  /** Whether the action bar is hidden, for each thing that can lie beside it. */
  shut: Readonly<Record<Beside, boolean>>;
}

export interface FeedState extends Shown {
  deck: Deck;
}

export const AT_REST: Shown = {
  loaded: [],
  shownSeq: 0,
  resumedSeq: 0,
  isAway: false,
  preloadSeq: 0,
  tried: null,
  hintSeq: 0,
  effect: null,
  dialog: null,
  ad: null,
  pending: new Set(),
  isPageMissing: false,
  shut: { cards: false, ad: false },
};

/** The app in front, unless an ad lies over it. */
function frontApp({ deck, ad }: FeedState): App | undefined {
  return ad === null ? currentApp(deck) : undefined;
}

/** True while there is no card to act on. */
export function isIdle({ deck, ad }: FeedState): boolean {
  return !currentCard(deck) || ad !== null;
}

/** True while the next card is on its way, and nothing lies over its place. */
export function isAwaited({ deck, ad, dialog }: FeedState): boolean {
  return !currentCard(deck) && ad === null && dialog === null;
}

/** True while the cards take gestures and keys. */
export function isActive(state: FeedState): boolean {
  return !isIdle(state) && state.dialog === null;
}

/** True while something lies over the cards: the card behind the front one must not be seen. */
export function isCovered({ dialog, ad }: FeedState): boolean {
  return dialog !== null || ad !== null;
}

function isFrontLoaded(state: FeedState): boolean {
  return frontApp(state) !== undefined && state.loaded.includes(state.deck.seq);
}

/** True when the app in front can be tried. */
export function canTry(state: FeedState): boolean {
  const app = frontApp(state);
  return app !== undefined && isFrontLoaded(state) && canFrame(app, location, ownSite());
}

/** True while the app in front is tried; one that is in use is not taken away because it can be framed no more. */
export function isLive(state: FeedState): boolean {
  return state.tried?.seq === state.deck.seq && isFrontLoaded(state);
}

export function besideBar({ ad }: FeedState): Beside {
  return ad === null ? 'cards' : 'ad';
}
