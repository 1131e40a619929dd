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
  /** Returns null while a drag that began on the element moves no card. */
  cards: (start: EventTarget | null) => CardParts | null;
  onDecide: (direction: Direction) => void;
  /** Called on a drag down, a short drag up or a wheel event: the user may want to scroll the app. */
  onScroll: () => void;
}

/** More samples than a screen delivers in the time over which the speed is measured. */
const SAMPLES_MAX = 24;

interface Drag {
  pointer: number;
  startX: number;
  startY: number;
  startedAt: number;
  hold: -1 | 1;
  width: number;
  start: EventTarget | null;
  cards: CardParts;
  axis: ReturnType<typeof axisOf>;
  samples: Sample[];
}

const VIBRATE_MS = 10;

function vibrate({ pointerType }: PointerEvent): void {
  if (pointerType === 'touch' && 'vibrate' in navigator) navigator.vibrate(VIBRATE_MS);
}

function mayStart(event: PointerEvent, width: number): boolean {
  if (!event.isPrimary || event.button !== 0) return false;
  if (event.target instanceof Element && event.target.closest('[data-no-swipe]')) return false;
  return event.pointerType !== 'touch' || (event.clientX >= EDGE_PX && event.clientX <= width - EDGE_PX);
}

/**
 * Lets a pointer drag the front card anywhere on `root`. Returns how to stop. A drag writes only transforms and opacities,
 * directly to the elements. `root` has `data-held` while the pointer is down, and `data-dragging` while a card moves.
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

  const abandon = () => {
    if (!drag) return;
    const { axis, cards } = drag;
    end();
    if (axis !== null && cards.card.dataset['role'] === 'current') releaseCard(cards);
  };

  /** After a second finger, nothing decides until all fingers are lifted. */
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
    // The last release was missed, outside of the window or because of a menu.
    if (isPinch || event.isPrimary) abandon();
    if (isPinch) return;
    const width = root.clientWidth;
    if (drag || !mayStart(event, width)) return;
    const cards = host.cards(event.target);
    if (!cards) return;
    root.dataset['held'] = '';
    const head = event.clientY < root.clientHeight / 2;
    drag = {
      pointer: event.pointerId,
      startX: event.clientX,
      startY: event.clientY,
      hold: head ? 1 : -1,
      width,
      start: event.target,
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
    if (host.cards(drag.start)?.card !== drag.cards.card) return;
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

  const directionOf = (event: PointerEvent, { axis, startX, startY, width }: Drag, speed: number) => {
    if (event.type !== 'pointerup') return null;
    if (axis === 'along') return decideUp(event.clientY - startY, speed, root.clientHeight);
    return decide(event.clientX - startX, speed, width);
  };

  const up = (event: PointerEvent) => {
    liftFinger(event);
    if (!drag || event.pointerId !== drag.pointer) return;
    const ended = drag;
    const { axis, start, cards, samples } = drag;
    end();
    if (axis === null) return;
    // The browser sends a mouse click to the element under the release.
    swallowClick(root);
    // During the drag, the deck has moved, a dialog has opened, or the app has gone live.
    if (host.cards(start)?.card !== cards.card) {
      if (cards.card.dataset['role'] === 'current') releaseCard(cards);
      return;
    }
    const speed = speedOf(samples, event.timeStamp);
    const direction = directionOf(event, ended, speed);
    if (direction === null) {
      releaseCard(cards);
      if (axis === 'along') host.onScroll();
      return;
    }
    vibrate(event);
    throwCard(cards.card, direction, Math.abs(speed));
    host.onDecide(direction);
  };

  const wheel = (event: WheelEvent) => {
    // A pinch on a trackpad.
    if (event.ctrlKey) return;
    if (!(event.target instanceof Element && event.target.closest('[data-no-swipe]'))) host.onScroll();
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

/** Prevents the click that may follow a drag, because a drag from a button must not press it. */
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
