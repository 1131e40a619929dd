import type { App } from '@zapdeck/contract/apps/apps';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import { canFrame } from '../../../lib/frame-policy.ts';
import { ownSite } from '../../../lib/own-site.ts';
import { currentApp, currentCard, type Deck } from './deck.ts';

export type FeedUser = Pick<CurrentUser, 'id' | 'isGuest'>;

export type Effect = 'zap' | VoteType;
export interface Point {
  x: number;
  y: number;
}
export type TriedBy = 'key' | 'mouse' | 'touch';

export type Beside = 'cards' | 'ad';

/** State of the screen besides the deck. A `…Seq` is the number of a showing (see Deck). */
interface Shown {
  /** Showings whose frame has loaded, newest last. */
  loaded: readonly number[];
  /** The app is visible, no longer its poster. */
  shownSeq: number;
  /** The app was visible when the cards were unmounted. It comes back without a splash. */
  resumedSeq: number;
  isAway: boolean;
  /** The frame of the next card may load. */
  preloadSeq: number;
  /** The app receives touches and keys until the showing ends. */
  tried: { seq: number; by: TriedBy } | null;
  hintSeq: number;
  /** A new key plays the same animation again. */
  effect: { key: number; name: Effect; at: Point | undefined } | null;
  dialog: 'details' | 'keys' | null;
  /** Number of zaps between ads, while an ad is shown. */
  ad: number | null;
  pending: ReadonlySet<string>;
  isPageMissing: boolean;
  /** Where the user has hidden the action bar. */
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

function frontApp({ deck, ad }: FeedState): App | undefined {
  return ad === null ? currentApp(deck) : undefined;
}

export function isIdle({ deck, ad }: FeedState): boolean {
  return !currentCard(deck) || ad !== null;
}

/** True while the next page is loading and nothing covers the cards. */
export function isAwaited({ deck, ad, dialog }: FeedState): boolean {
  return !currentCard(deck) && ad === null && dialog === null;
}

export function isActive(state: FeedState): boolean {
  return !isIdle(state) && state.dialog === null;
}

export function isCovered({ dialog, ad }: FeedState): boolean {
  return dialog !== null || ad !== null;
}

function isFrontLoaded(state: FeedState): boolean {
  return frontApp(state) !== undefined && state.loaded.includes(state.deck.seq);
}

export function canTry(state: FeedState): boolean {
  const app = frontApp(state);
  return app !== undefined && isFrontLoaded(state) && canFrame(app, location, ownSite());
}

/** True while the front app is tried. It stays so if a check finds that the app can't be framed. */
export function isLive(state: FeedState): boolean {
  return state.tried?.seq === state.deck.seq && isFrontLoaded(state);
}

export function besideBar({ ad }: FeedState): Beside {
  return ad === null ? 'cards' : 'ad';
}
