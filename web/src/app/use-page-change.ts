import type { Role } from '@zapdeck/contract/accounts/roles';
import { useEffect, useRef } from 'react';
import { announce } from '../lib/announce.ts';
import { dropFirstCard } from '../lib/first-card.ts';
import { nameScreen } from '../lib/screen-title.ts';
import { nameOf, type Shown, screenPath, titleOf } from './routes.ts';

/**
 * Sets the tab title. After a navigation, scrolls to the top, focuses the content and announces the screen. Back keeps the
 * scroll position. The end of a session and new terms count as navigations.
 */
export function usePageChange(path: string, shown: Shown, role: Role | undefined): void {
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
