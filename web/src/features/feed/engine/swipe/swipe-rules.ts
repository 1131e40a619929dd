/** A drag starts after this distance. */
const LOCK_PX = 8;
/** The card catches up with the finger over this distance. */
const CATCH_UP_PX = 32;
/** A release at this speed decides after any distance. */
const THROW_PX_PER_MS = 0.45;
/** A drag over this share of the width decides at any speed. */
const DECIDE_SHARE = 1 / 3;
/** Touches that start this close to an edge belong to the system's back gesture. */
export const EDGE_PX = 18;
const SPEED_WINDOW_MS = 90;
const TILT_MAX_DEG = 9;

export interface Sample {
  place: number;
  at: number;
}

export type Direction = 'left' | 'right' | 'up';

export function axisOf(dx: number, dy: number): 'across' | 'along' | null {
  if (Math.hypot(dx, dy) < LOCK_PX) return null;
  return Math.abs(dx) > Math.abs(dy) ? 'across' : 'along';
}

/** Returns how far the card is moved. It starts at rest after LOCK_PX, so it must catch up with the finger. */
export function followOf(dx: number): number {
  const gone = Math.abs(dx);
  const behind = LOCK_PX * Math.max(0, 1 - Math.max(0, gone - LOCK_PX) / CATCH_UP_PX);
  return Math.sign(dx) * Math.max(0, gone - behind);
}

/** Returns pixels per millisecond before `now`, positive to the right or downwards. */
export function speedOf(samples: readonly Sample[], now: number): number {
  const recent = samples.filter((sample) => now - sample.at <= SPEED_WINDOW_MS);
  // A slow device may deliver one sample in this time.
  const [first, last] = [recent.length === 1 ? samples.at(-2) : recent.at(0), recent.at(-1)];
  if (!first || !last || last.at <= first.at) return 0;
  return (last.place - first.place) / (last.at - first.at);
}

/** Returns the decision of a release. A throw back towards the middle decides nothing. */
export function decide(dx: number, speed: number, width: number): 'left' | 'right' | null {
  const side = Math.sign(dx);
  if (side === 0) return null;
  const along = speed * side;
  if (along <= -THROW_PX_PER_MS) return null;
  if (along < THROW_PX_PER_MS && Math.abs(dx) < width * DECIDE_SHARE) return null;
  return side > 0 ? 'right' : 'left';
}

export function decideUp(dy: number, speed: number, height: number): 'up' | null {
  return decide(dy, speed, height) === 'left' ? 'up' : null;
}

/** Returns how near the drag is to a decision, from -1 (left) to 1 (right). */
export function progressOf(dx: number, width: number): number {
  return Math.max(-1, Math.min(1, dx / (width * DECIDE_SHARE)));
}

/** Returns the tilt in degrees; `hold` is -1 if the card is held in its lower half, 1 in its upper half. */
export function tiltOf(dx: number, width: number, hold: -1 | 1): number {
  return hold * TILT_MAX_DEG * Math.max(-1, Math.min(1, dx / width));
}
