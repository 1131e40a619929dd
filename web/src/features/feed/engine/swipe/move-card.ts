import type { Direction } from './swipe-rules.ts';

/** The elements that a drag moves. `next` is null while the next card is not known. */
export interface CardParts {
  card: HTMLElement;
  next: HTMLElement | null;
}

/** The cards as they lie on the stage now. */
export function cardsOn(root: HTMLElement): CardParts | null {
  const card = root.querySelector<HTMLElement>('[data-role="current"]');
  return card && { card, next: root.querySelector<HTMLElement>('[data-role="next"]') };
}

interface Hold {
  dx: number;
  dy: number;
  tilt: number;
  progress: number;
}

const THROW_MS = { min: 160, max: 280 };
const SETTLE_MS = 380;
const FADE_MS = 120;
/** How small and dim the next card lies under the front one. */
const REST_SCALE = 0.94;
const REST_SHADE = 0.45;
const SPRING = 'cubic-bezier(0.22, 1.3, 0.36, 1)';
const EASE_OUT = 'cubic-bezier(0.2, 0.7, 0.3, 1)';
const EASE_FLY = 'cubic-bezier(0.25, 0.6, 0.5, 1)';

/** True when the person asked their system for less motion. */
function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function part(card: HTMLElement, name: 'like' | 'pass' | 'shade'): HTMLElement | null {
  return card.querySelector<HTMLElement>(`[data-part="${name}"]`);
}

function setOpacity(element: HTMLElement | null, opacity: number): void {
  if (element) element.style.opacity = String(opacity);
}

/** Puts the front card where the finger holds it; the stamps and the next card follow the progress. */
export function holdCard({ card, next }: CardParts, { dx, dy, tilt, progress }: Hold): void {
  for (const animation of card.getAnimations()) animation.cancel();
  card.style.transform = prefersStill()
    ? `translate3d(${dx}px, ${dx === 0 ? dy : 0}px, 0)`
    : `translate3d(${dx}px, ${dy}px, 0) rotate(${tilt}deg)`;
  setOpacity(part(card, 'like'), Math.max(0, progress));
  setOpacity(part(card, 'pass'), Math.max(0, -progress));
  if (!next || prefersStill()) return;
  const reach = Math.abs(progress);
  next.style.transform = `scale(${REST_SCALE + (1 - REST_SCALE) * reach})`;
  setOpacity(part(next, 'shade'), REST_SHADE * (1 - reach));
}

/** Lets the card spring back to the middle. */
export function releaseCard({ card, next }: CardParts): void {
  const from = card.style.transform;
  card.style.transform = '';
  card.animate([{ transform: from }, { transform: 'none' }], {
    duration: prefersStill() ? 1 : SETTLE_MS,
    easing: SPRING,
  });
  for (const name of ['like', 'pass'] as const) setOpacity(part(card, name), 0);
  if (!next) return;
  next.style.transform = '';
  setOpacity(part(next, 'shade'), REST_SHADE);
}

/** Sends the card off the screen from where it is, as fast as it was thrown. Without motion it fades. */
export function throwCard({ card }: CardParts, direction: Direction, width: number, speed: number): void {
  const side = direction === 'right' ? 1 : -1;
  if (direction === 'up') return throwUp(card);
  setOpacity(part(card, direction === 'right' ? 'like' : 'pass'), 1);
  if (prefersStill()) return fadeAway(card);
  const from = card.style.transform || 'none';
  const x = new DOMMatrixReadOnly(from === 'none' ? '' : from).m41;
  const far = width * 1.25;
  const duration = Math.max(THROW_MS.min, Math.min(THROW_MS.max, (far - Math.abs(x)) / Math.max(speed, 1.2)));
  exit(
    card,
    [{ transform: from }, { transform: `translate3d(${side * far}px, 0, 0) rotate(${side * 16}deg)` }],
    {
      duration,
      easing: EASE_FLY,
    },
  );
}

function throwUp(card: HTMLElement): void {
  if (prefersStill()) return fadeAway(card);
  const from = card.style.transform || 'none';
  exit(card, [{ transform: from }, { transform: 'translate3d(0, -112%, 0)' }], {
    duration: THROW_MS.max,
    easing: EASE_FLY,
  });
}

const EXIT = 'exit';

function exit(card: HTMLElement, frames: Keyframe[], timing: { duration: number; easing: string }): void {
  card.animate(frames, { ...timing, fill: 'forwards', id: EXIT });
}

function fadeAway(card: HTMLElement): void {
  exit(card, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'linear' });
}

/** Strikes the card away, as a zap does: it shrinks back and is gone. */
export function zapCard(card: HTMLElement): void {
  if (prefersStill()) return fadeAway(card);
  exit(
    card,
    [
      { transform: 'none', opacity: 1 },
      { transform: 'translate3d(0, -3%, 0) scale(1.02)', opacity: 1, offset: 0.3 },
      { transform: 'translate3d(0, -14%, 0) scale(0.8)', opacity: 0 },
    ],
    { duration: 300, easing: 'ease-in' },
  );
}

/** Slips the card under the one that comes back. */
export function coverCard(card: HTMLElement): void {
  exit(card, [{ opacity: 1 }, { opacity: 0 }], {
    duration: prefersStill() ? FADE_MS : 280,
    easing: 'ease-in',
  });
}

/** The motion that takes the card off, if it has begun. */
export function exitOf(card: HTMLElement): Animation | undefined {
  return card.getAnimations().find((animation) => animation.id === EXIT);
}

/** Brings the card up from its rest under the one that left. */
export function raiseCard(card: HTMLElement): void {
  const from = card.style.transform || `scale(${REST_SCALE})`;
  card.style.transform = '';
  const shade = part(card, 'shade');
  const dim = shade?.style.opacity || String(REST_SHADE);
  setOpacity(shade, 0);
  if (prefersStill()) return;
  card.animate([{ transform: from }, { transform: 'none' }], { duration: 260, easing: EASE_OUT });
  shade?.animate([{ opacity: dim }, { opacity: 0 }], { duration: 200, easing: 'ease-out' });
}

/** Brings a card back from the side that it left to. */
export function returnCard(card: HTMLElement, side: -1 | 0 | 1): void {
  if (prefersStill()) return;
  const from =
    side === 0
      ? 'translate3d(0, -30%, 0) scale(0.9)'
      : `translate3d(${side * 110}%, 0, 0) rotate(${side * 12}deg)`;
  card.animate(
    [
      { transform: from, opacity: side === 0 ? 0 : 1 },
      { transform: 'none', opacity: 1 },
    ],
    {
      duration: 260,
      easing: 'cubic-bezier(0.2, 0.9, 0.25, 1.02)',
    },
  );
}
