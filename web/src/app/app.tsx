import { t } from '@lingui/core/macro';
import { canModerate, type Role } from '@zapdeck/contract/accounts/roles';
import { ACCESS_DENIED } from '@zapdeck/contract/instance/screens';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Redirect, Router as Addresses, useLocation, useSearch } from 'wouter';
import { Notice } from '../components/layout/notice.tsx';
import { ButtonLink } from '../components/ui/button-link.tsx';
import { Button } from '../components/ui/button.tsx';
import { Toaster } from '../components/ui/toast.tsx';
import { Waiting } from '../components/ui/spinner.tsx';
import { announce } from '../lib/announce.ts';
import { dropFirstCard } from '../lib/first-card.ts';
import { loginAddress, returnToOf } from '../lib/return-to.ts';
import { say } from '../lib/say.ts';
import { nameScreen } from '../lib/screen-title.ts';
import { openSearch, useSearchKey } from '../lib/search-key.ts';
import { refreshSession, type Session, useFreshSession, useSession } from '../lib/session.ts';
import { runWhileVisible } from '../lib/while-visible.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { loadOfflineWorker } from './load-offline-worker.ts';
import {
  nameOf,
  resolve,
  type Resolved,
  screenPath,
  type Shown,
  titleOf,
  waitsForConsent,
  type Who,
} from './routes.ts';
import { lazyFeed, lazyScreens, type ScreenProps } from './screens.tsx';
import { PageLoad, Shell, UnreachableNotice } from './shell.tsx';

/** Feed of one user. Once displayed, it stays mounted behind other screens, hidden and inert, with its state. */
function FeedLayer({ isShown }: { isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <main
      id={isShown ? 'content' : undefined}
      tabIndex={-1}
      inert={!isShown}
      className={`fixed inset-0 bg-night ${isShown ? '' : 'invisible'}`}
    >
      <ErrorBoundary isShown={isShown}>
        <Suspense fallback={<Waiting />}>
          <lazyFeed.Component isShown={isShown} />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}

/**
 * Sets the tab title. After a navigation, scrolls to the top, focuses the content and announces the screen. Back keeps the
 * scroll position. The end of a session and new terms count as navigations.
 */
function usePageChange(path: string, shown: Shown, role: Role | undefined): void {
  const lastPath = useRef<string>(undefined);
  /** Path that Back or Forward led to, until the next navigation. */
  const wentBackTo = useRef<string>(undefined);

  useEffect(() => {
    const note = () => (wentBackTo.current = screenPath(location.pathname));
    addEventListener('popstate', note);
    return () => removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    if (shown !== 'loading' && shown !== 'feed') dropFirstCard();
  }, [shown]);

  useEffect(() => {
    nameScreen(titleOf(shown, path, role));
  }, [path, shown, role]);

  const place = shown === 'logged-out' || shown === 'consent' ? shown : screenPath(path);
  useEffect(() => {
    if (shown === 'loading' || lastPath.current === place) return;
    const isFirst = lastPath.current === undefined;
    lastPath.current = place;
    if (isFirst) return;
    if (wentBackTo.current !== place) scrollTo(0, 0);
    wentBackTo.current = undefined;
    const main = document.querySelector('main');
    // The screen may have set the focus itself.
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
    announce(nameOf(shown));
  }, [place, shown]);
}

function whoIs(session: Session): Who {
  if (session.state !== 'signed-in') return session.state;
  if (session.user.isGuest) return 'guest';
  return canModerate(session.user) ? session.user.role : 'member';
}

interface ShownProps extends ScreenProps {
  shown: Exclude<Shown, 'loading' | 'feed'>;
}

function Screen({ shown, ...props }: ShownProps) {
  switch (shown) {
    case 'failed':
      return (
        <UnreachableNotice>
          <Button onClick={() => void refreshSession()}>{t`Try again`}</Button>
        </UnreachableNotice>
      );
    case 'denied':
      return (
        <Notice title={say(ACCESS_DENIED.title)} text={say(ACCESS_DENIED.text)}>
          <ButtonLink href="/">{t`Back to Home`}</ButtonLink>
        </Notice>
      );
    case 'logged-out':
      return props.prompt ? (
        <Notice {...props.prompt}>
          <ButtonLink href={props.loginHref}>{t`Log In`}</ButtonLink>
        </Notice>
      ) : null;
    default: {
      const { Component } = lazyScreens[shown];
      return <Component {...props} />;
    }
  }
}

/**
 * Returns the screen to show. If the session ends on a screen, the user gets a message there. New terms replace the screen
 * until the user accepts them.
 */
function shownOf(found: Resolved, session: Session, wasOpened: boolean): Shown {
  if (!('screen' in found)) return 'loading';
  const { screen, prompt } = found;
  if (session.state === 'signed-in' && session.user.termsToAccept && waitsForConsent(screen))
    return 'consent';
  if (screen === 'denied' && session.state === 'signed-in' && session.user.missingFactor)
    return 'second-factor';
  return prompt && wasOpened ? 'logged-out' : screen;
}

/** Screens that lead to the feed, and the feed itself, which registers the worker after its first app. */
const beforeFeed = /^(loading|login|feed)$/;

/** Registers the worker with the first session, because visitors have nothing to read offline. */
function useOfflineWorker(isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) void loadOfflineWorker();
  }, [isWanted]);
}

/** Delay until the first screen has loaded. */
const SEND_FIRST_MS = 6_000;
const SEND_AGAIN_MS = 30_000;

/** Sends changes that wait for a connection, on every screen. */
function usePending(userId: string, isGuest: boolean): void {
  useEffect(() => {
    if (!userId) return;
    const send = async () => {
      // Browsers may keep a failed import until the page is reloaded.
      if (!navigator.onLine) return;
      const loaded = await import('../lib/pending/send-pending.ts').catch(() => undefined);
      await loaded?.sendPending(userId, isGuest);
    };
    const sendNow = () => void send();
    const timer = setTimeout(sendNow, SEND_FIRST_MS);
    const stop = runWhileVisible(send, SEND_AGAIN_MS);
    addEventListener('online', sendNow);
    return () => {
      clearTimeout(timer);
      stop();
      removeEventListener('online', sendNow);
    };
  }, [userId, isGuest]);
}

/** Shows the screen for the address and the user. */
function Router() {
  const [path] = useLocation();
  const search = useSearch();
  const session = useSession();
  useFreshSession(path);
  const who = whoIs(session);
  const [openedAt, setOpenedAt] = useState<string>();
  const found = resolve(path, search, who, openedAt === path);
  if (session.state === 'signed-in' && openedAt !== path) setOpenedAt(path);
  const shown = shownOf(found, session, openedAt === path);
  usePageChange(path, shown, session.state === 'signed-in' ? session.user.role : undefined);
  // Discover focuses its own field. In the dashboard, a slip of a finger must not leave a form.
  useSearchKey(shown === 'discover' || shown.startsWith('admin') ? undefined : openSearch);
  useOfflineWorker(session.state === 'signed-in' && !beforeFeed.test(shown));

  const returnTo = returnToOf(search);
  // After another user has signed in, maybe in another tab, the screen starts over.
  const person = session.state === 'signed-in' ? session.user.id : '';
  usePending(person, who === 'guest');

  const prompt = 'prompt' in found ? found.prompt : undefined;
  const loginHref = prompt?.loginHref ?? loginAddress(returnTo);
  const screen = () => {
    if ('redirect' in found) return <Redirect to={found.redirect} replace />;
    if ('page' in found) return <PageLoad href={found.page} isVisitorsFirst={openedAt === undefined} />;
    if (shown === 'loading') return <Waiting />;
    if (shown === 'feed') return null;
    return (
      <Shell shown={shown} session={session} loginHref={loginHref}>
        <ErrorBoundary key={`${person}${screenPath(path)}`}>
          <Suspense fallback={<Waiting />}>
            <Screen shown={shown} prompt={prompt} loginHref={loginHref} returnTo={returnTo} />
          </Suspense>
        </ErrorBoundary>
      </Shell>
    );
  };
  return (
    <>
      {screen()}
      {/* Rendered after the screen, because the first `main` of the document must be the visible one. */}
      {person ? <FeedLayer key={person} isShown={shown === 'feed'} /> : null}
    </>
  );
}

/** The whole web app. The build passes `prerenderedPath`, because it has no address bar. */
export function App({ prerenderedPath }: { prerenderedPath?: string }) {
  return (
    <Addresses ssrSearch="" {...(prerenderedPath === undefined ? {} : { ssrPath: prerenderedPath })}>
      <ErrorBoundary>
        <Router />
      </ErrorBoundary>
      <Toaster />
    </Addresses>
  );
}
