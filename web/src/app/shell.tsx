import { t } from '@lingui/core/macro';
import { screens } from '@zapdeck/contract/instance/screens';
import { type ReactNode, useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Header } from '../components/layout/header.tsx';
import { Notice } from '../components/layout/notice.tsx';
import { Waiting } from '../components/ui/spinner.tsx';
import { instance } from '../lib/instance.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { Session } from '../lib/session.ts';
import { isNotice, type Shown } from './routes.ts';

function isLoadedFrom(href: string): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  return entry?.name === new URL(href, location.href).href;
}

interface PageLoadProps {
  href: string;
  /** No user has signed in since this page was loaded. */
  isVisitorsFirst: boolean;
}

/** Loads the address from the server. If the server sent this page for the address, opens the landing page. */
export function PageLoad({ href, isVisitorsFirst }: PageLoadProps) {
  useEffect(() => {
    if (isVisitorsFirst && isLoadedFrom(href)) navigate(screens.landing.path, { replace: true });
    else location.replace(href);
  }, [href, isVisitorsFirst]);
  return <Waiting />;
}

/** Shown instead of a page while the server does not respond. */
export function UnreachableNotice({ children }: { children: ReactNode }) {
  return (
    <Notice
      title={t`We can’t reach ${{ name: instance.name }}`}
      text={t`Please check your connection. Your likes and drafts are safe.`}
    >
      {children}
    </Notice>
  );
}

const BottomNavigation = lazyPart(() => import('../components/layout/bottom-navigation.tsx'));

const ApprovalBar = lazyPart(() => import('../components/layout/approval-bar.tsx'));
const ApprovalNotice = lazyPart(() => import('../components/layout/approval-notice.tsx'));

interface Props {
  shown: Exclude<Shown, 'feed'>;
  session: Session;
  loginHref: string;
  children: ReactNode;
}

/** Header and navigation of all screens except the feed, which fills the window. */
export function Shell({ shown, session, loginHref, children }: Props) {
  const user = session.state === 'signed-in' ? session.user : undefined;
  const isForMembers = !isNotice(shown) && screens[shown].access === 'member' && shown !== 'settings';
  // The profile shows the state of the account itself.
  const hasBar = user?.approval && !isForMembers && shown !== 'profile' && shown !== 'consent';
  // Public screens have their own links. A member who must accept the terms can open no other screen.
  const hasNavigation =
    user && shown !== 'consent' && (isNotice(shown) || screens[shown].access !== 'public');
  // The Tab order follows the visual order, so the navigation is at the start or the end.
  const navigation = (inHeader: boolean) =>
    hasNavigation ? <BottomNavigation user={user} inHeader={inHeader} /> : null;
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 inset-s-2 z-40 max-w-[calc(100vw-1rem)] -translate-y-20 rounded-pill bg-brand px-5 py-3 font-semibold text-white focus:translate-y-0"
      >{t`Skip to content`}</a>
      <Header
        session={session}
        loginHref={loginHref}
        overlay={shown === 'landing'}
        wide={shown.startsWith('admin')}
        hasSearch={shown !== 'discover'}
      >
        {navigation(true)}
      </Header>
      {hasBar ? <ApprovalBar approval={user.approval} /> : null}
      <main
        id="content"
        tabIndex={-1}
        className={hasNavigation ? 'pb-[calc(env(safe-area-inset-bottom)+7rem)]' : ''}
      >
        {user?.approval && isForMembers ? <ApprovalNotice approval={user.approval} /> : children}
      </main>
      {navigation(false)}
    </>
  );
}
