import type { Point } from '../../state/feed-state.ts';

/** A second tap this soon, and this near, makes one of the two. */
const TWICE_MS = 250;
const TWICE_PX = 40;

export interface Tap extends Point {
  /** A mouse clicks once, and need not wait. */
  isMouse: boolean;
}

interface Meanings {
  /** What a tap is about; after a change it means nothing any more. */
  subject: () => unknown;
  once: (tap: Tap) => void;
  twice: (at: Point) => void;
}

/** Returns what tells one tap from two. */
export function createTaps({ subject, once, twice }: Meanings): (tap: Tap) => void {
  let first: (Point & { timer: ReturnType<typeof setTimeout> }) | undefined;
  return (tap) => {
    const { x, y, isMouse } = tap;
    if (isMouse) return once(tap);
    const before = first;
    first = undefined;
    clearTimeout(before?.timer);
    if (before && Math.hypot(x - before.x, y - before.y) < TWICE_PX) return twice({ x, y });
    const about = subject();
    const timer = setTimeout(() => {
      first = undefined;
      if (subject() === about) once(tap);
    }, TWICE_MS);
    first = { x, y, timer };
  };
}
