import type { Exit } from '../../state/deck.ts';
import type { Direction } from './swipe-rules.ts';

/** The elements that a drag moves. `next` is null while the next card is not loaded. */
export interface CardParts {
  card: HTMLElement;
  next: HTMLElement | null;
}

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
/** On a slow device an exit may not finish in time. The next frame must not wait longer than this. */
const EXIT_MAX_MS = 1_500;
const REST_SCALE = 0.94;
const REST_SHADE = 0.45;
const SPRING = 'cubic-bezier(0.22, 1.3, 0.36, 1)';
const EASE_OUT = 'cubic-bezier(0.2, 0.7, 0.3, 1)';
const EASE_FLY = 'cubic-bezier(0.25, 0.6, 0.5, 1)';

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function part(card: HTMLElement, name: 'like' | 'pass' | 'shade'): HTMLElement | null {
  return card.querySelector<HTMLElement>(`[data-part="${name}"]`);
}

function setOpacity(element: HTMLElement | null, opacity: number): void {
  if (element) element.style.opacity = String(opacity);
}

/** Moves the front card to the finger. The stamps and the next card follow the progress. */
export function holdCard({ card, next }: CardParts, { dx, dy, tilt, progress }: Hold): void {
  for (const animation of card.getAnimations()) animation.cancel();
  card.style.transform = prefersReducedMotion()
    ? `translate3d(${dx}px, ${dx === 0 ? dy : 0}px, 0)`
    : `translate3d(${dx}px, ${dy}px, 0) rotate(${tilt}deg)`;
  setOpacity(part(card, 'like'), Math.max(0, progress));
  setOpacity(part(card, 'pass'), Math.max(0, -progress));
  if (!next || prefersReducedMotion()) return;
  const reach = Math.abs(progress);
  next.style.transform = `scale(${REST_SCALE + (1 - REST_SCALE) * reach})`;
  setOpacity(part(next, 'shade'), REST_SHADE * (1 - reach));
}

export function releaseCard({ card, next }: CardParts): void {
  const from = card.style.transform;
  card.style.transform = '';
  card.animate([{ transform: from }, { transform: 'none' }], {
    duration: prefersReducedMotion() ? 1 : SETTLE_MS,
    easing: SPRING,
  });
  for (const name of ['like', 'pass'] as const) setOpacity(part(card, name), 0);
  if (!next) return;
  next.style.transform = '';
  setOpacity(part(next, 'shade'), REST_SHADE);
}

/** Exits that have started. React takes over a card that a swipe has thrown by asking here for its end. */
const exits = new WeakMap<HTMLElement, Promise<unknown>>();

function exit(card: HTMLElement, frames: Keyframe[], timing: { duration: number; easing: string }): void {
  exits.set(card, card.animate(frames, { ...timing, fill: 'forwards' }).finished);
}

function fadeAway(card: HTMLElement): void {
  exit(card, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE_MS, easing: 'linear' });
}

/** Throws the card off the screen from where it is, at the speed of the finger in pixels per millisecond. */
export function throwCard(card: HTMLElement, direction: Direction, speed: number): void {
  if (direction === 'up') return throwUp(card);
  setOpacity(part(card, direction === 'right' ? 'like' : 'pass'), 1);
  if (prefersReducedMotion()) return fadeAway(card);
  const side = direction === 'right' ? 1 : -1;
  const from = card.style.transform || 'none';
  const x = new DOMMatrixReadOnly(from === 'none' ? '' : from).m41;
  const far = card.clientWidth * 1.25;
  const duration = Math.max(THROW_MS.min, Math.min(THROW_MS.max, (far - Math.abs(x)) / Math.max(speed, 1.2)));
  const to = `translate3d(${side * far}px, 0, 0) rotate(${side * 16}deg)`;
  exit(card, [{ transform: from }, { transform: to }], { duration, easing: EASE_FLY });
}

function throwUp(card: HTMLElement): void {
  if (prefersReducedMotion()) return fadeAway(card);
  const from = card.style.transform || 'none';
  exit(card, [{ transform: from }, { transform: 'translate3d(0, -112%, 0)' }], {
    duration: THROW_MS.max,
    easing: EASE_FLY,
  });
}

function zapCard(card: HTMLElement): void {
  if (prefersReducedMotion()) return fadeAway(card);
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

function coverCard(card: HTMLElement): void {
  exit(card, [{ opacity: 1 }, { opacity: 0 }], {
    duration: prefersReducedMotion() ? FADE_MS : 280,
    easing: 'ease-in',
  });
}

const exitMotions: Record<Exit, (card: HTMLElement) => void> = {
  like: (card) => throwCard(card, 'right', 0),
  pass: (card) => throwCard(card, 'left', 0),
  zap: zapCard,
  back: coverCard,
};

/** Moves the card off the stage, unless a swipe has thrown it already. Resolves when the card is gone. */
export async function leaveStage(card: HTMLElement, by: Exit): Promise<void> {
  if (!exits.has(card)) exitMotions[by](card);
  const overdue = new Promise((resolve) => setTimeout(resolve, EXIT_MAX_MS));
  await Promise.race([exits.get(card), overdue]).catch(() => undefined);
}

export function raiseCard(card: HTMLElement): void {
  const from = card.style.transform || `scale(${REST_SCALE})`;
  card.style.transform = '';
  const shade = part(card, 'shade');
  const dim = shade?.style.opacity || String(REST_SHADE);
  setOpacity(shade, 0);
  if (prefersReducedMotion()) return;
  card.animate([{ transform: from }, { transform: 'none' }], { duration: 260, easing: EASE_OUT });
  shade?.animate([{ opacity: dim }, { opacity: 0 }], { duration: 200, easing: 'ease-out' });
}

const sides: Record<Exit, -1 | 0 | 1> = { like: 1, pass: -1, zap: 0, back: -1 };

/** Brings a card back from the side by which it left. */
export function returnCard(card: HTMLElement, leftBy: Exit): void {
  if (prefersReducedMotion()) return;
  const side = sides[leftBy];
  const from =
    side === 0
      ? 'translate3d(0, -30%, 0) scale(0.9)'
      : `translate3d(${side * 110}%, 0, 0) rotate(${side * 12}deg)`;
  card.animate(
    [
      { transform: from, opacity: side === 0 ? 0 : 1 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 260, easing: 'cubic-bezier(0.2, 0.9, 0.25, 1.02)' },
  );
}
