import type { Point } from '../../state/feed-state.ts';

/** Two taps within this time and distance are a double tap. */
const TWICE_MS = 250;
const TWICE_PX = 40;

export interface Tap extends Point {
  /** A click counts at once: there is no double click. */
  isMouse: boolean;
}

interface TapHost {
  /** Returns the card that is tapped. A tap is dropped if the card changes while a second tap is awaited. */
  subject: () => unknown;
  once: (tap: Tap) => void;
  twice: (at: Point) => void;
}

/** Returns a handler that tells a tap from a double tap. */
export function createTaps({ subject, once, twice }: TapHost): (tap: Tap) => void {
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
