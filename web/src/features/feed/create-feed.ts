import { withMessages } from '../../messages/messages.ts';
import { attachSwipe } from './engine/swipe/attach-swipe.ts';
import { startKeys } from './engine/keyboard/feed-keys.ts';
import { cardsOn } from './engine/swipe/card-motion.ts';
import type { Direction } from './engine/swipe/swipe-rules.ts';
import { createTaps } from './engine/swipe/taps.ts';
import { startFocusGuard, startWayBack } from './engine/keyboard/focus-feed.ts';
import { startCardAddress } from './engine/dealing/card-address.ts';
import { currentCard, type Decision } from './state/deck.ts';
import { createPaging } from './engine/dealing/paging.ts';
import { startRefresh } from './engine/dealing/refresh.ts';
import { createCardEvents, firstCardLoaded } from './engine/card-events.ts';
import { lateAds, startLate } from './engine/cues/late-ads.ts';
import type { HiddenCards } from './engine/dealing/hidden-cards.ts';
import { startPreloading } from './engine/dealing/preload.ts';
import type { Ads } from './engine/cues/ads.ts';
import { startEffects } from './engine/cues/effects.ts';
import { createSpokenCards, startBar, startMessages, startTitle } from './engine/cues/spoken-cards.ts';
import { createSwipeTip, startHints } from './engine/cues/hints.ts';
import { createRecording } from './engine/recording/recording.ts';
import { createVoting } from './engine/voting/voting.ts';
import { createFeedActions } from './engine/feed-actions.ts';
import type { OpenFeed } from './parts/use-feed.ts';
import { type FeedUser, isActive, isLive } from './state/feed-state.ts';
import type { FeedStore } from './state/feed-store.ts';

export interface Feed extends OpenFeed {
  /** Starts the engine on the root element of the screen. Returns how to stop it. */
  start: (root: HTMLElement) => () => void;
}

/** Loads the component of an ad too, so that no ad is due before it can be shown. */
async function loadAds(store: FeedStore, userId: string): Promise<Ads> {
  const [{ createAds }] = await Promise.all([
    import('./engine/cues/ads.ts'),
    withMessages('feed-late', () => import('./parts/overlay/advertisement.tsx')),
  ]);
  return createAds(store, userId);
}

function onOnline(run: () => void): () => void {
  run();
  addEventListener('online', run);
  return () => removeEventListener('online', run);
}

const DECISIONS: Record<Direction, Decision> = { right: 'like', left: 'pass', up: 'zap' };

/**
 * Returns true for a touch that belongs to an app that has just gone live. React hides the layer later than the app goes live,
 * and a busy browser knows later still that the frame takes touches: it then sends them to the frame's element here.
 */
const isLifted = (store: FeedStore, target: EventTarget | null): boolean =>
  isLive(store.get()) && target instanceof Element && target.matches('.feed-layer, .feed-frame');

const feeds = new WeakMap<FeedStore, Feed>();

/** Returns the feed of a user on a deck. A reopened screen gets the same feed, because it holds pending votes and batches. */
export function feedOf(store: FeedStore, user: FeedUser): Feed {
  const known = feeds.get(store);
  if (known?.user.id === user.id && known.user.isGuest === user.isGuest) return known;
  const feed = createFeed(store, user);
  feeds.set(store, feed);
  return feed;
}

function createFeed(store: FeedStore, user: FeedUser): Feed {
  const cards = createCardEvents(store);
  const paging = createPaging(store);
  const recording = createRecording(user, store);
  const voting = createVoting(user, store);
  const { sayFirst, start: startSpeaking } = createSpokenCards(store);
  const ads = lateAds(() => loadAds(store, user.id));
  const actions = createFeedActions({ store, voting, recording, sayFirst, ads, paging });
  let hiddenCards: HiddenCards | undefined;
  const loadHiddenCards = async () => {
    await firstCardLoaded;
    const { createHiddenCards } = await import('./engine/dealing/hidden-cards.ts');
    const leaveCard = () => actions.decide('pass', 'swipe');
    return (hiddenCards ??= createHiddenCards({ store, currentCard, leaveCard }));
  };
  const onScroll = createSwipeTip(store);
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
      onOnline(recording.flush),
      voting.start(),
      startSpeaking(),
      startBar(store),
      startFocusGuard(store, root),
      startTitle(store),
      startMessages(store),
      recording.start(),
      startPreloading(store),
      startRefresh(store, isReopened),
      startCardAddress(store),
      startLate(loadHiddenCards),
      startHints(store),
      attachSwipe(root, {
        cards: (from) => (isActive(store.get()) && !isLifted(store, from) ? cardsOn(root) : null),
        onDecide: (side) => actions.decide(DECISIONS[side], 'swipe'),
        onScroll,
      }),
      startKeys(store, actions.byKey),
      startWayBack(store, actions.stopTrying),
    ];
    isReopened = true;
    return () => {
      for (const stop of stops.toReversed()) stop();
    };
  };
  return { user, store, actions, cards, tap, start };
}
