import { t } from '@lingui/core/macro';
import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { screens } from '@zapdeck/contract/instance/screens';
import {
  lazy,
  memo,
  type MouseEvent,
  type Ref,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Redirect, useLocation } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { MenuButton } from '../../components/layout/header.tsx';
import { Waiting } from '../../components/ui/spinner.tsx';
import { CallError, ConnectionError } from '../../lib/call.ts';
import { useConnected } from '../../lib/connection.ts';
import type { Elements } from '../../lib/elements.ts';
import { dropFirstCard } from '../../lib/first-card.ts';
import { canSilenceFrames } from '../../lib/frame-policy.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { handleExpiredSession } from '../../lib/session-expiry.ts';
import { useUser } from '../../lib/session.ts';
import { withMessages } from '../../messages/messages.ts';
import { feedOf } from './create-feed.ts';
import { Details, type RenderDetails } from './details.tsx';
import { addressedDeck } from './engine/dealing/card-address.ts';
import { dealtDeck, isEmpty } from './engine/dealing/dealt-decks.ts';
import { ActionBar } from './parts/bar/action-bar.tsx';
import { Dock, LiveHandle } from './parts/bar/dock.tsx';
import { Stage } from './parts/cards/stage.tsx';
import { SignUpLink } from './parts/faces/sign-up-link.tsx';
import { Keys } from './parts/keys/keys.tsx';
import { FailedDeck, Overlays } from './parts/overlay/overlays.tsx';
import { FeedContext, useFeed, useOpenFeed } from './parts/use-feed.ts';
import { type FeedUser, isCovered, isLive } from './state/feed-state.ts';
import type { FeedStore } from './state/feed-store.ts';
import './feed.css';

interface FeedFrameProps {
  isGuest: boolean;
  /** There are no cards behind the menu button. */
  plain?: boolean;
  covered?: boolean;
  live?: boolean;
  ref?: Ref<HTMLDivElement> | undefined;
  children: Elements;
}

/** Keeps the focus off a clicked button, because the space bar would press it again instead of zapping. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !target.closest('button') || target.closest('dialog')) return;
  event.preventDefault();
  currentTarget.focus({ preventScroll: true });
}

/** The root element of the feed in all its states, with the menu button and a guest's sign-up link. */
function FeedFrame({ isGuest, plain = false, covered = false, live = false, ref, children }: FeedFrameProps) {
  useEffect(dropFirstCard, []);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="feed outline-none"
      data-covered={covered ? '' : undefined}
      data-live={live ? '' : undefined}
      onMouseDown={keepFocus}
    >
      <h1 className="sr-only">{t`Browse apps`}</h1>
      {children}
      <div
        data-no-swipe=""
        className="absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-s-[calc(var(--safe-start)+.375rem)] z-[12]"
      >
        <MenuButton className={plain ? '' : 'text-white hover:bg-white/12'} />
      </div>
      {isGuest ? (
        <div
          data-no-swipe=""
          className="feed-offer absolute top-[calc(env(safe-area-inset-top)+.125rem)] inset-e-[calc(var(--safe-end)+.5rem)] z-[25]"
        >
          <SignUpLink>{t`Sign Up`}</SignUpLink>
        </div>
      ) : null}
    </div>
  );
}

function DeckFrame({ ref, children }: Pick<FeedFrameProps, 'ref' | 'children'>) {
  const { user } = useOpenFeed();
  return (
    <FeedFrame ref={ref} isGuest={user.isGuest} covered={useFeed(isCovered)} live={useFeed(isLive)}>
      {children}
    </FeedFrame>
  );
}

/** A covered feed is unmounted after this time to free memory. */
const KEPT_MS = 5 * 60_000;

/** True while the feed is mounted: while it is shown, and for KEPT_MS behind another screen if its app can be silenced. */
function useKept(isShown: boolean): boolean {
  const [isKept, setKept] = useState(true);
  if (isShown && !isKept) setKept(true);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => setKept(false), KEPT_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown || (isKept && canSilenceFrames());
}

const ComingBack = lazyPart(() => import('./parts/faces/coming-back.tsx'));

interface Props {
  userId: string;
  isGuest: boolean;
  /** False while another screen covers the feed. Then the engine is stopped. */
  isShown: boolean;
  store: FeedStore;
  renderDetails: RenderDetails;
}

/** Runs the engine on a deck and renders the parts, each of which selects its own state from the store. */
const DeckScreen = memo(function DeckScreen({ userId, isGuest, isShown, store, renderDetails }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const feed = useMemo(() => feedOf(store, { id: userId, isGuest }), [store, userId, isGuest]);
  useEffect(() => (isShown && root.current ? feed.start(root.current) : undefined), [feed, isShown]);
  useEffect(() => (isShown ? store.park : undefined), [store, isShown]);
  useEffect(() => store.rest, [store]);
  return (
    <FeedContext value={feed}>
      <DeckFrame ref={root}>
        <LiveHandle />
        <Stage />
        <Overlays />
        <Dock />
        <Details render={renderDetails} />
        <Keys />
        {isGuest ? null : <ComingBack />}
      </DeckFrame>
    </FeedContext>
  );
});

const NoCards = lazy(() => withMessages('feed-late', () => import('./no-cards.tsx')));

const nothingChanges = () => () => {};

/** The action bar of a feed without cards, in which only the profile button works. */
function IdleBar() {
  return (
    <div className="feed-idle absolute inset-x-0 bottom-0 flex justify-center px-2 pb-[calc(env(safe-area-inset-bottom)+.75rem)]">
      <ActionBar idle />
    </div>
  );
}

/** Returns why the server deals no such deck, or undefined if it may deal it later. */
function refusalOf(error: unknown) {
  const code = error instanceof CallError ? error.code : undefined;
  // A key that is too long names no deck either.
  if (code === 'invalid_input') return 'deck_not_found';
  const refusals = ['deck_not_found', 'guest_forbidden', 'too_few_votes'] as const;
  return refusals.find((refusal) => refusal === code);
}

/** Returns true if the server refused the deck for the number of requests. Decks of searches have a low limit. */
function isBusy(error: unknown): boolean {
  return error instanceof CallError && (error.status === 429 || error.status === 503);
}

/** Returns the key of the deck to show. Behind another screen it stays the same. */
function useDeckKey(isShown: boolean): DeckKey {
  const addressed = useLocationProperty(addressedDeck);
  const [key, setKey] = useState(addressed);
  if (isShown && key !== addressed) setKey(addressed);
  return key;
}

function NoDeck({ isGuest, children }: { isGuest: boolean; children: Elements }) {
  return (
    <FeedFrame isGuest={isGuest} plain>
      {children}
      <IdleBar />
    </FeedFrame>
  );
}

interface DeckProps {
  user: FeedUser;
  isShown: boolean;
  renderDetails: RenderDetails;
}

function DeckOf({ user: { id, isGuest }, isShown, renderDetails }: DeckProps) {
  const isKept = useKept(isShown);
  const deckKey = useDeckKey(isShown);
  const { subscribe, get, load } = dealtDeck(id, deckKey);
  const { store, error } = useSyncExternalStore(subscribe, get);
  const connected = useConnected();
  const empty = useSyncExternalStore(store?.subscribe ?? nothingChanges, () => isEmpty(store));
  useEffect(() => {
    if (error) handleExpiredSession(error);
  }, [error]);

  if (!isKept) return null;
  if (store && !empty) {
    return <DeckScreen key={deckKey} {...{ userId: id, isGuest, isShown, store, renderDetails }} />;
  }
  const refusal = refusalOf(error);
  if (store || refusal) {
    return (
      <NoDeck isGuest={isGuest}>
        <Suspense>
          <NoCards {...{ deckKey, refusal, isGuest }} onRetry={() => void load()} />
        </Suspense>
      </NoDeck>
    );
  }
  if (!error) return <Waiting />;
  return (
    <NoDeck isGuest={isGuest}>
      <FailedDeck
        offline={!connected || error instanceof ConnectionError}
        busy={isBusy(error)}
        onRetry={() => void load()}
      />
    </NoDeck>
  );
}

/** The feed, for members and guests. */
export function Feed({ isShown, renderDetails }: Omit<DeckProps, 'user'>) {
  const user = useUser();
  const [path] = useLocation();
  useEffect(() => {
    if (!isShown) return;
    // Toasts are rendered outside of the feed and must not cover its controls.
    document.documentElement.classList.add('feed-open');
    return () => document.documentElement.classList.remove('feed-open');
  }, [isShown]);
  return (
    <>
      {isShown && path === '/' ? <Redirect to={`${screens.feed.path}${location.search}`} replace /> : null}
      <DeckOf user={user} isShown={isShown} renderDetails={renderDetails} />
    </>
  );
}
