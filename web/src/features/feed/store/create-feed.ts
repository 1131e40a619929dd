import { leaveWithCard } from '../../../components/ui/toast.tsx';
import { nameShown } from '../../../lib/screen-title.ts';
import { attachSwipe } from '../gestures/attach-swipe.ts';
import { startKeys } from '../gestures/feed-keys.ts';
import { cardsOn } from '../gestures/move-card.ts';
import type { Direction } from '../gestures/swipe-rules.ts';
import { createTaps, type Tap } from '../gestures/taps.ts';
import { startWayBack } from '../gestures/way-back.ts';
import { startCardAddress } from '../deck/card-address.ts';
import { currentApp, currentCard, type Decision, END } from '../deck/deck.ts';
import { createPaging } from '../deck/paging.ts';
import { startRefresh } from '../deck/refresh.ts';
import { type CardEvents, cardEvents } from '../frames/card-events.ts';
import { startFocusGuard } from '../frames/focus-guard.ts';
import { startPreloading } from '../frames/preload.ts';
import { lateAds } from '../overlay/late-ads.ts';
import { startEffects } from '../overlay/effects.ts';
import { startHints } from '../overlay/hints.ts';
import { createSwipeTip } from '../overlay/swipe-tip.ts';
import { createSpokenCards } from '../spoken-cards.ts';
import { recorderOf } from '../viewing/recorder-of.ts';
import { createViewTracker } from '../viewing/view-tracker.ts';
import { votesOf } from '../voting/votes-of.ts';
import { createFeedActions, type FeedActions } from './feed-actions.ts';
import { type FeedUser, isActive } from './feed-state.ts';
import { type FeedStore, watch } from './feed-store.ts';

export interface Feed {
  user: FeedUser;
  store: FeedStore;
  actions: FeedActions;
  cards: CardEvents;
  /** A tap on the layer over the app in front: one tries it, two vote it up. */
  tap: (tap: Tap) => void;
  /** Sets everything going that works beside the screen, on its root element; returns what ends all of it. */
  start: (root: HTMLElement) => () => void;
}

/** Shows the bar with each ad, whatever was chosen for the one before. */
function startBar(store: FeedStore): () => void {
  return watch(
    store,
    ({ ad }) => [ad !== null],
    () => store.set({ shut: { ...store.get().shut, ad: false } }),
  );
}

function startTitle(store: FeedStore): () => void {
  const stop = watch(
    store,
    ({ deck }) => [currentCard(deck) === END ? 'All apps met' : currentApp(deck)?.title],
    ([title]) => nameShown(title),
  );
  return () => {
    stop();
    nameShown(undefined);
  };
}

/** What is said about a card leaves with it, or with the feed. */
function startMessages(store: FeedStore): () => void {
  return watch(
    store,
    ({ deck }) => [deck.seq],
    () => leaveWithCard,
  );
}

function onOnline(run: () => void): () => void {
  run();
  addEventListener('online', run);
  return () => removeEventListener('online', run);
}

const DECISIONS: Record<Direction, Decision> = { right: 'like', left: 'pass', up: 'zap' };

const feeds = new WeakMap<FeedStore, Feed>();

/**
 * The feed of this person on a deck: what they can do, and all that goes on beside. Nothing begins before `start`. It is
 * the same one when the screen is opened again: what is on its way is known to it alone.
 */
export function feedOf(store: FeedStore, user: FeedUser): Feed {
  const known = feeds.get(store);
  if (known?.user.id === user.id && known.user.isGuest === user.isGuest) return known;
  const feed = createFeed(store, user);
  feeds.set(store, feed);
  return feed;
}

function createFeed(store: FeedStore, user: FeedUser): Feed {
  const cards = cardEvents(store);
  const paging = createPaging(store);
  const recorder = recorderOf(user, store);
  const { voting, sendUnsent } = votesOf(user, store);
  const { elapsed, start: startViews } = createViewTracker(store, recorder);
  const { sayFirst, start: startSpeaking } = createSpokenCards(store);
  const ads = lateAds(store, user.id);
  const actions = createFeedActions({ user, store, voting, recorder, elapsed, sayFirst, ads, paging });
  const onAlong = createSwipeTip(store);
  const tap = createTaps({
    subject: () => store.get().deck.seq,
    once: ({ isMouse }) => actions.tryIt(isMouse ? 'mouse' : 'touch'),
    twice: actions.upvoteAt,
  });

  let isReopened = false;

  const start = (root: HTMLElement) => {
    store.set({ isAway: false });
    const stops = [
      startEffects(store),
      ...(user.isGuest ? [] : [ads.start()]),
      paging.start(),
      onOnline(recorder.flush),
      onOnline(sendUnsent),
      startSpeaking(),
      startBar(store),
      startFocusGuard(store, root),
      startTitle(store),
      startMessages(store),
      startViews(),
      startPreloading(store),
      startRefresh(store, { votedSince: voting.votedSince, onRefreshed: sendUnsent, isReopened }),
      startCardAddress(store),
      startHints(store),
      attachSwipe(root, {
        cards: () => (isActive(store.get()) ? cardsOn(root) : null),
        onDecide: (side) => actions.goOn(DECISIONS[side], 'swipe'),
        onAlong,
      }),
      startKeys(store, actions.byKey),
      startWayBack(store, actions.lower),
    ];
    isReopened = true;
    return () => {
      for (const stop of stops.toReversed()) stop();
    };
  };
  return { user, store, actions, cards, tap, start };
}
