/** A pointer that moved less has not begun to drag. */
const LOCK_PX = 8;
/** From there on it takes the card this far to be under the finger again. */
const CATCH_UP_PX = 32;
/** A release at this speed decides, however short the way. */
const THROW_PX_PER_MS = 0.45;
/** A drag past this part of the width decides, however slow. */
const DECIDE_SHARE = 1 / 3;
/** Touches that start this close to a side edge belong to the system's own gesture. */
export const EDGE_PX = 18;
/** How far back the speed at release looks. */
const SPEED_WINDOW_MS = 90;
const TILT_MAX_DEG = 9;

/** Where the pointer was, on the axis of its drag, and when. */
export interface Sample {
  place: number;
  at: number;
}

/** Where a card is thrown; downwards is nowhere. */
export type Direction = 'left' | 'right' | 'up';

/** Which way a movement goes, or null while it is too short to tell. */
export function axisOf(dx: number, dy: number): 'across' | 'along' | null {
  if (Math.hypot(dx, dy) < LOCK_PX) return null;
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along';
}

/**
 * How far the card lies from its place when the finger has gone `dx`. It starts from rest where the axis was decided
 * and has caught up with the finger a little later, however the screen's first report of the finger came.
 */
export function followOf(dx: number): number {
  const gone = Math.abs(dx);
  const behind = LOCK_PX * Math.max(0, 1 - Math.max(0, gone - LOCK_PX) / CATCH_UP_PX);
  return Math.sign(dx) * Math.max(0, gone - behind);
}

/** Pixels per millisecond over the last moments before `now`, positive to the right or downwards. */
export function speedOf(samples: readonly Sample[], now: number): number {
  const recent = samples.filter((sample) => now - sample.at <= SPEED_WINDOW_MS);
  // A busy device delivers so few that the one before the last moments must do.
  const [first, last] = [recent.length === 1 ? samples.at(-2) : recent.at(0), recent.at(-1)];
  if (!first || !last || last.at <= first.at) return 0;
  return (last.place - first.place) / (last.at - first.at);
}

/** What a release means: a throw or a long drag decides, a throw back towards the middle takes it back. */
export function decide(dx: number, speed: number, width: number): 'left' | 'right' | null {
  const side = Math.sign(dx);
  if (side === 0) return null;
  const along = speed * side;
  if (along <= -THROW_PX_PER_MS) return null;
  if (along < THROW_PX_PER_MS && Math.abs(dx) < width * DECIDE_SHARE) return null;
  return side > 0 ? 'right' : 'left';
}

/** The same for a drag up or down on a screen of this height. */
export function decideUp(dy: number, speed: number, height: number): 'up' | null {
  return decide(dy, speed, height) === 'left' ? 'up' : null;
}

/** How far the drag has come towards deciding, from -1 (left) to 1 (right). */
export function progressOf(dx: number, width: number): number {
  return Math.max(-1, Math.min(1, dx / (width * DECIDE_SHARE)));
}

/** The tilt in degrees; `hold` is -1 when the card is held by its foot, 1 by its head. */
export function tiltOf(dx: number, width: number, hold: -1 | 1): number {
  return hold * TILT_MAX_DEG * Math.max(-1, Math.min(1, dx / width));
}
