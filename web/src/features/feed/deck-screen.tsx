import type { App } from '@zapdeck/contract/apps';
import type { CurrentUser } from '@zapdeck/contract/auth';
import type { VoteType } from '@zapdeck/contract/votes';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useShownTitle } from '../../lib/screen-title.ts';
import { ActionBar } from './bar/action-bar.tsx';
import { Dock } from './bar/dock.tsx';
import { LiveHandle } from './bar/live-handle.tsx';
import { useBar } from './bar/use-bar.ts';
import { currentApp, currentCard, type Deck, END, voteOf } from './deck/deck.ts';
import { useCardAddress } from './deck/use-card-address.ts';
import type { DeckHandle } from './deck/use-deck.ts';
import { usePaging } from './deck/use-paging.ts';
import { useRefresh } from './deck/use-refresh.ts';
import { guestLikes } from './guest-likes.ts';
import { FeedFrame } from './feed-frame.tsx';
import { canFrame } from '../../lib/frame-policy.ts';
import { ownSite } from '../../lib/own-site.ts';
import { Stage } from './frames/stage.tsx';
import { useFocusGuard } from './frames/use-focus-guard.ts';
import { useLoaded } from './frames/use-loaded.ts';
import { KeyHints } from './gestures/key-hints.tsx';
import { useFeedKeys } from './gestures/use-feed-keys.ts';
import { useSwipe } from './gestures/use-swipe.ts';
import { Advertisement } from './overlay/advertisement.tsx';
import { AwaitedCard } from './overlay/awaited-card.tsx';
import { NewCardHint } from './overlay/new-card-hint.tsx';
import { OfflineNote } from './overlay/offline-note.tsx';
import { PlayedEffect } from './overlay/played-effect.tsx';
import { useAdvertisement } from './overlay/use-advertisement.ts';
import { useNewCardHint } from './overlay/use-new-card-hint.ts';
import { useSwipeTip } from './overlay/use-swipe-tip.ts';
import { useChrome } from './use-chrome.ts';
import { useEffects } from './use-effects.ts';
import { useFeedActions } from './use-feed-actions.ts';
import { useSpokenCards } from './use-spoken-cards.ts';
import { useTryIt } from './use-try-it.ts';
import { useRecorder } from './viewing/use-recorder.ts';
import { useViewCounts } from './viewing/use-view-counts.ts';
import { useViewTracking } from './viewing/use-view-tracking.ts';
import { useVoting } from './voting/use-voting.ts';

const KeyList = lazy(() => import('./gestures/key-list.tsx'));

export type RenderDetails = (
  app: App,
  close: () => void,
  onChecked: (frameStatus: App['frameStatus']) => void,
) => ReactNode;

interface Props {
  user: CurrentUser;
  deck: Deck;
  handle: DeckHandle;
  renderDetails: RenderDetails;
}

type Dialog = 'details' | 'keys' | null;

/** The deck at work: everything a person can do with the card in front. */
export function DeckScreen({ user, deck, handle, renderDetails }: Props) {
  const { seq } = deck;
  const card = currentCard(deck);
  const app = currentApp(deck);
  const [shownSeq, setShownSeq] = useState(0);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [keysWanted, setKeysWanted] = useState(false);
  const { loaded, onLoaded, onLost } = useLoaded();
  const effects = useEffects();
  const ad = useAdvertisement(user);
  const paging = usePaging(deck, handle);
  const recorder = useRecorder(user, handle);
  const { voting, pending, sendLeft } = useVoting(user, handle);
  const idle = !card || ad.due !== null;
  const isLoaded = !idle && app !== undefined && loaded.includes(seq);
  const canTry = isLoaded && canFrame(app, location, ownSite());

  const { root, showChrome, hideChrome } = useChrome();
  const onSpeak = useSpokenCards(deck, showChrome);
  const { live, lift, lower } = useTryIt(root, { seq, title: app?.title, isLoaded, canTry });
  const onLayer = useCallback(() => lift('pointer'), [lift]);
  const bar = useBar(ad.due === null ? (live ? 'app' : 'cards') : 'ad');
  useEffect(() => (live ? hideChrome() : showChrome()), [live, hideChrome, showChrome]);
  useFocusGuard(root, live);
  useShownTitle(card === END ? 'All apps met' : app?.title);

  const onView = useViewCounts(handle, recorder);
  const elapsed = useViewTracking({ seq, id: app?.id ?? null, covered: ad.due !== null, onView }, recorder);
  const onEffect = effects.play;
  const { goOn, vote, undo } = useFeedActions({ user, handle, voting, recorder, elapsed, onEffect, onSpeak });

  const votedSeq = useRef(0);
  const castVote = (voteType: VoteType) => {
    votedSeq.current = seq;
    vote(voteType);
  };
  const endAd = () => {
    ad.dismiss();
    // The ad that a zap brought lies over the next card already; one that a vote brought is followed by the next.
    if (votedSeq.current === seq) handle.dispatch({ type: 'forward', decision: 'zap' });
  };

  const { votedSince } = voting;
  useRefresh(
    deck,
    handle,
    useMemo(() => ({ votedSince, onRefreshed: sendLeft }), [votedSince, sendLeft]),
  );
  useCardAddress(deck, handle);
  const calm = ad.due === null && dialog === null && effects.shown === null;
  const hint = useNewCardHint(seq, canTry && shownSeq === seq && calm);
  const onAlong = useSwipeTip(seq, canTry && !live);

  const listKeys = () => {
    setKeysWanted(true);
    setDialog('keys');
  };
  const active = !idle && dialog === null;
  useSwipe(root, active, { onDecide: (side) => goOn(side === 'right' ? 'like' : 'pass'), onAlong });
  useFeedKeys(
    { enabled: active, live },
    {
      like: () => goOn('like'),
      pass: () => goOn('pass'),
      zap: () => goOn('zap'),
      upvote: () => castVote('up'),
      tryIt: () => lift('key'),
      back: lower,
      undo,
      list: listKeys,
    },
  );

  const countLikes = () =>
    user.isGuest ? guestLikes(user.id) : deck.apps.filter((known) => voteOf(known) === 'up').length;
  const onSettled = useCallback((left: number) => handle.dispatch({ type: 'settle', seq: left }), [handle]);
  // A card that was flying off when the screen was left must not fly on when it is opened again.
  useEffect(() => () => onSettled(handle.read()?.leaving?.seq ?? 0), [handle, onSettled]);

  const close = () => setDialog(null);
  return (
    <FeedFrame ref={root} isGuest={user.isGuest} covered={dialog !== null || ad.due !== null} live={live}>
      {live ? <LiveHandle barShut={bar.shut} onBack={lower} /> : null}
      <Stage
        deck={deck}
        live={live}
        loaded={loaded}
        end={{ met: deck.apps.slice(0, deck.index), countLikes, isGuest: user.isGuest }}
        onLoaded={onLoaded}
        onLost={onLost}
        onShown={setShownSeq}
        onSettled={onSettled}
        onLift={onLayer}
      />
      {card ? null : <AwaitedCard failed={paging.failed} onRetry={paging.retry} />}
      {hint && !live ? <NewCardHint /> : null}
      {effects.shown ? <PlayedEffect key={effects.shown.key} effect={effects.shown.effect} /> : null}
      {ad.due === null ? null : <Advertisement zapsBetweenAds={ad.due} onContinue={endAd} />}
      <OfflineNote />
      <Dock live={live} canTry={canTry} shut={bar.shut} onTry={lift} onToggle={bar.toggle}>
        <ActionBar
          vote={app ? voteOf(app) : null}
          voteBusy={app !== undefined && pending.has(app.id)}
          canUndo={deck.undo.length > 0}
          idle={idle}
          votable={app !== undefined}
          onVote={castVote}
          onZap={() => goOn('zap')}
          onUndo={undo}
          onDetails={() => setDialog('details')}
          onProfile={() => navigate('/profile')}
        />
      </Dock>
      {dialog === 'details' && app
        ? renderDetails(app, close, (frameStatus) =>
            handle.dispatch({ type: 'patch', id: app.id, change: { frameStatus } }),
          )
        : null}
      <KeyHints onList={listKeys} />
      {keysWanted ? (
        <Suspense>
          <KeyList open={dialog === 'keys'} onClose={close} />
        </Suspense>
      ) : null}
    </FeedFrame>
  );
}
