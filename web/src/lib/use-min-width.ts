import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

/** Returns true if the window has at least this width in rem. A media query would ignore an enlarged root font. */
export function useMinWidth(rem: number): boolean {
  return useSyncExternalStore(subscribe, () => {
    const fontSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return matchMedia(`(min-width: ${rem * fontSize}px)`).matches;
  });
}
