import type { CurrentUser } from '@zapdeck/contract/auth';
import { screens } from '@zapdeck/contract/screens';
import { lazy, Suspense, useEffect } from 'react';
import { Redirect, useLocation } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Spinner } from '../../components/ui/spinner.tsx';
import { ConnectionError } from '../../lib/call.ts';
import { useSession } from '../../lib/session.ts';
import { handleExpiredSession } from '../../lib/session-expiry.ts';
import { ActionBar } from './bar/action-bar.tsx';
import { addressedId } from './deck/use-card-address.ts';
import { useDeck } from './deck/use-deck.ts';
import { DeckScreen, type RenderDetails } from './deck-screen.tsx';
import { FeedFrame } from './feed-frame.tsx';
import { FailedDeck } from './overlay/failed-deck.tsx';
import { useOnline } from '../../lib/use-online.ts';

const NoApps = lazy(() => import('./overlay/no-apps.tsx'));

const nothing = () => {};

function Waiting() {
  return (
    <div className="grid min-h-dvh place-items-center bg-paper text-brand-ink">
      <Spinner label="Loading" className="size-9" />
    </div>
  );
}

/** The bar of a feed without cards: only the profile can be gone to. */
function IdleBar() {
  return (
    <div className="absolute inset-x-0 bottom-0 flex justify-center px-2 pb-[calc(env(safe-area-inset-bottom)+.75rem)]">
      <ActionBar
        vote={null}
        voteBusy={false}
        canUndo={false}
        idle
        votable={false}
        onVote={nothing}
        onZap={nothing}
        onUndo={nothing}
        onDetails={nothing}
        onProfile={() => navigate('/profile')}
      />
    </div>
  );
}

function DeckOf({ user, renderDetails }: { user: CurrentUser; renderDetails: RenderDetails }) {
  const deck = useDeck(user.id, addressedId);
  const online = useOnline();
  const error = deck.state === 'failed' ? deck.error : undefined;
  useEffect(() => {
    if (error) handleExpiredSession(error);
  }, [error]);

  if (deck.state === 'loading') return <Waiting />;
  if (deck.state === 'failed') {
    return (
      <FeedFrame isGuest={user.isGuest} plain>
        <FailedDeck offline={!online || deck.error instanceof ConnectionError} onRetry={deck.retry} />
        <IdleBar />
      </FeedFrame>
    );
  }
  if (deck.deck.apps.length === 0 && deck.deck.cursor === null) {
    return (
      <FeedFrame isGuest={user.isGuest} plain>
        <Suspense>
          <NoApps canSubmit={!user.isGuest} />
        </Suspense>
        <IdleBar />
      </FeedFrame>
    );
  }
  return (
    <DeckScreen
      key={user.id}
      user={user}
      deck={deck.deck}
      handle={deck.handle}
      renderDetails={renderDetails}
    />
  );
}

/** The feed: the deck of live apps for everyone signed in, guests too; specification, section 2. */
export function Feed({ renderDetails }: { renderDetails: RenderDetails }) {
  const session = useSession();
  const [path] = useLocation();
  if (session.state === 'visitor') return <Redirect to="/landing" replace />;
  if (session.state !== 'signed-in') return <Waiting />;
  // Cards have their addresses under /home; a step from / to there must not load the first card twice.
  if (path === '/') return <Redirect to={`${screens.feed.path}${location.search}`} replace />;
  return <DeckOf user={session.user} renderDetails={renderDetails} />;
}
