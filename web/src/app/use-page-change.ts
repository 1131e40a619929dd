import { useEffect, useRef } from 'react';
import { announce } from '../lib/announce.ts';
import { dropFirstCard } from '../lib/first-card.ts';
import { nameScreen } from '../lib/screen-title.ts';
import { nameOf, type Shown, screenPath, titleOf } from './routes.ts';

/**
 * Gives each screen its title and, when a person goes from one to another, starts it at its top with the focus on its
 * content and its name announced. Going back keeps the place that the browser remembers. A session that has ended
 * elsewhere is another screen too, under the same address.
 */
export function usePageChange(path: string, shown: Shown): void {
  const lastPath = useRef<string>(undefined);
  /** The screen that the browser's own Back or Forward led to, until another one is shown. */
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
    nameScreen(titleOf(shown, path));
  }, [path, shown]);

  const place = shown === 'logged-out' ? shown : screenPath(path);
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
