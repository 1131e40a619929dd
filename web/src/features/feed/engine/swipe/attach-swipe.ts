import { type CardParts, holdCard, releaseCard, throwCard } from './card-motion.ts';
import {
  axisOf,
  type Direction,
  decide,
  decideUp,
  EDGE_PX,
  followOf,
  progressOf,
  type Sample,
  speedOf,
  tiltOf,
} from './swipe-rules.ts';

export interface SwipeHost {
  /** The card in front and the one under it, or null while nothing can be swiped. */
  cards: () => CardParts | null;
  onDecide: (direction: Direction) => void;
  /** A drag down or a short one up, or a wheel: the person may be looking for the way to use the app. */
  onAlong: () => void;
}

/** How many samples are kept: more than any screen delivers in the time that the speed looks back. */
const SAMPLES_MAX = 24;

interface Drag {
  pointer: number;
  startX: number;
  startY: number;
  startedAt: number;
  hold: -1 | 1;
  width: number;
  cards: CardParts;
  axis: ReturnType<typeof axisOf>;
  samples: Sample[];
}

/** The shortest buzz that is felt. */
const BUZZ_MS = 10;

/** Says to a finger that something was decided, where the device can. */
function buzz({ pointerType }: PointerEvent): void {
  if (pointerType === 'touch' && 'vibrate' in navigator) navigator.vibrate(BUZZ_MS);
}

function mayStart(event: PointerEvent, width: number): boolean {
  if (!event.isPrimary || event.button !== 0) return false;
  if (event.target instanceof Element && event.target.closest('[data-no-swipe]')) return false;
  return event.pointerType !== 'touch' || (event.clientX >= EDGE_PX && event.clientX <= width - EDGE_PX);
}

/**
 * Lets a pointer drag the front card sideways or up anywhere on `root`, and returns what ends that. While dragging, only
 * transforms and opacities are written, straight to the elements. `data-held` stands on the root from pointer down
 * until release, so that the next card can be shown in time, and `data-dragging` once the card moves.
 */
export function attachSwipe(root: HTMLElement, host: SwipeHost): () => void {
  let drag: Drag | null = null;
  const fingers = new Set<number>();
  let isPinch = false;

  const end = () => {
    drag = null;
    delete root.dataset['held'];
    delete root.dataset['dragging'];
  };

  /** Ends the drag without a decision. */
  const abandon = () => {
    if (!drag) return;
    const { axis, cards } = drag;
    end();
    if (axis !== null && cards.card.dataset['role'] === 'current') releaseCard(cards);
  };

  /** Counts the fingers on the screen. From the second one on, nothing counts until all of them are lifted. */
  const countFinger = ({ pointerType, pointerId, isPrimary }: PointerEvent) => {
    if (isPrimary) {
      fingers.clear();
      isPinch = false;
    }
    if (pointerType === 'touch') fingers.add(pointerId);
    isPinch ||= fingers.size > 1;
  };

  const liftFinger = ({ pointerId }: PointerEvent) => {
    if (!fingers.delete(pointerId) || !isPinch) return;
    swallowClick(root);
    isPinch = fingers.size > 0;
  };

  const down = (event: PointerEvent) => {
    countFinger(event);
    // The release of a primary pointer that goes down again was missed: outside of the window, or lost to a menu.
    if (isPinch || event.isPrimary) abandon();
    if (isPinch) return;
    const width = root.clientWidth;
    if (drag || !mayStart(event, width)) return;
    const cards = host.cards();
    if (!cards) return;
    root.dataset['held'] = '';
    const head = event.clientY < root.clientHeight / 2;
    drag = {
      pointer: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      hold: head ? 1 : -1,
      width,
      cards,
      startedAt: event.timeStamp,
      axis: null,
      samples: [],
    };
  };

  const move = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (event.buttons === 0) return abandon();
    if (drag.axis === null) {
      drag.axis = axisOf(event.clientX - drag.startX, event.clientY - drag.startY);
      if (drag.axis === null) return;
      root.setPointerCapture(event.pointerId);
      root.dataset['dragging'] = '';
      const place = drag.axis === 'along' ? drag.startY : drag.startX;
      drag.samples.push({ place, at: drag.startedAt });
    }
    const isAlong = drag.axis === 'along';
    drag.samples.push({ place: isAlong ? event.clientY : event.clientX, at: event.timeStamp });
    if (drag.samples.length > SAMPLES_MAX) drag.samples.shift();
    if (host.cards()?.card !== drag.cards.card) return;
    const gone = { x: event.clientX - drag.startX, y: event.clientY - drag.startY };
    if (isAlong) {
      holdCard(drag.cards, { dx: 0, dy: Math.min(0, followOf(gone.y)), tilt: 0, progress: 0 });
      return;
    }
    const dx = followOf(gone.x);
    holdCard(drag.cards, {
      dx,
      dy: gone.y * 0.12,
      tilt: tiltOf(dx, drag.width, drag.hold),
      progress: progressOf(dx, drag.width),
    });
  };

  const decided = (event: PointerEvent, { axis, startX, startY, width }: Drag, speed: number) => {
    if (event.type !== 'pointerup') return null;
    if (axis === 'along') return decideUp(event.clientY - startY, speed, root.clientHeight);
    return decide(event.clientX - startX, speed, width);
  };

  const up = (event: PointerEvent) => {
    liftFinger(event);
    if (!drag || event.pointerId !== drag.pointer) return;
    const ended = drag;
    const { axis, cards, samples } = drag;
    end();
    if (axis === null) return;
    // A mouse clicks what it is released over, whichever way it was dragged.
    swallowClick(root);
    // A key may have moved the deck on under the finger, or opened what lies over the card now: then it goes back.
    if (host.cards()?.card !== cards.card) {
      if (cards.card.dataset['role'] === 'current') releaseCard(cards);
      return;
    }
    const speed = speedOf(samples, event.timeStamp);
    const direction = decided(event, ended, speed);
    if (direction === null) {
      releaseCard(cards);
      if (axis === 'along') host.onAlong();
      return;
    }
    buzz(event);
    throwCard(cards.card, direction, Math.abs(speed));
    host.onDecide(direction);
  };

  const wheel = (event: WheelEvent) => {
    // A pinch on a trackpad comes as a wheel with this key.
    if (event.ctrlKey) return;
    if (!(event.target instanceof Element && event.target.closest('[data-no-swipe]'))) host.onAlong();
  };

  root.addEventListener('wheel', wheel, { passive: true });
  root.addEventListener('pointerdown', down);
  root.addEventListener('pointermove', move);
  root.addEventListener('pointerup', up);
  root.addEventListener('pointercancel', up);
  root.addEventListener('contextmenu', abandon);
  return () => {
    end();
    root.removeEventListener('wheel', wheel);
    root.removeEventListener('pointerdown', down);
    root.removeEventListener('pointermove', move);
    root.removeEventListener('pointerup', up);
    root.removeEventListener('pointercancel', up);
    root.removeEventListener('contextmenu', abandon);
  };
}

/**
 * A drag that began on a button or a link must not press it; the click follows the release at once, if at all. None
 * follows a finger's drag, and a click after the next press is that press's own, however late a busy page hears of it.
 */
function swallowClick(root: HTMLElement): void {
  const over = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  };
  const options = { capture: true, signal: over.signal };
  root.addEventListener('click', swallow, options);
  root.addEventListener('pointerdown', () => over.abort(), options);
  setTimeout(() => over.abort(), 50);
}
