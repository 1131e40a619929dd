import { showTooltips } from '../components/ui/tooltips.ts';

/**
 * What a page does for whoever has a pointer, which came first upon the target: it shows tooltips, and starts to load
 * the screen of a link that a mouse comes upon, or that a finger still presses.
 */
export function heedPointer(
  first: EventTarget | null,
  preload: (path: string, signedIn: boolean) => unknown,
): void {
  const loadAhead = (target: EventTarget | null) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) preload(link.pathname, true);
  };
  showTooltips();
  loadAhead(first);
  addEventListener('pointerover', ({ target }) => loadAhead(target));
}
