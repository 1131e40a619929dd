import { screens } from '@zapdeck/contract/instance/screens';
import { showTooltips } from '../components/ui/tooltips.ts';

/** Shows tooltips, and preloads the screen of a hovered link. `first` is the first hovered element. */
export function preloadOnHover(
  first: EventTarget | null,
  preload: (path: string, signedIn: boolean) => unknown,
): void {
  const loadAhead = (target: EventTarget | null, ways: string) => {
    const way = target instanceof Element ? target.closest(ways) : null;
    // Forms without a script handler lead into the feed.
    if (way instanceof HTMLFormElement) preload(screens.feed.path, true);
    else if (way instanceof HTMLAnchorElement && way.origin === location.origin) preload(way.pathname, true);
  };
  showTooltips();
  // A pressed form is already being sent. Preloading its screen would delay the response.
  loadAhead(first, 'a');
  addEventListener('pointerover', ({ target }) => loadAhead(target, 'a, form[action]'));
}
