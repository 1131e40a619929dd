import { useEffect, useRef } from 'react';
import { announce } from '../lib/announce.ts';
import { nameScreen } from '../lib/screen-title.ts';
import { nameOf, type Shown, screenPath, titleOf } from './routes.ts';

/**
 * Gives each screen its title and, when a person goes from one to another, starts it at its top with the focus on its
 * content and its name announced. Going back keeps the place that the browser remembers.
 */
export function usePageChange(path: string, shown: Shown): void {
  const lastPath = useRef<string>(undefined);
  const wentBack = useRef(false);

  useEffect(() => {
    const note = () => (wentBack.current = true);
    addEventListener('popstate', note);
    return () => removeEventListener('popstate', note);
  }, []);

  useEffect(() => {
    nameScreen(titleOf(shown, path));
  }, [path, shown]);

  const place = screenPath(path);
  useEffect(() => {
    if (shown === 'loading' || lastPath.current === place) return;
    const isFirst = lastPath.current === undefined;
    lastPath.current = place;
    if (isFirst) return;
    if (!wentBack.current) scrollTo(0, 0);
    wentBack.current = false;
    document.querySelector('main')?.focus({ preventScroll: true });
    announce(nameOf(shown));
  }, [place, shown]);
}
