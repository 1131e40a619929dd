import type { TouchEvent } from 'react';

function isWithin(box: DOMRect, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/**
 * Clicks the button under a lifted finger. After a fast swipe, browsers take the next tap for the end of a scroll and
 * fire no click.
 */
export function pressOnRelease(event: TouchEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  const touch = event.changedTouches[0];
  if (!button || !touch || event.touches.length > 0 || !event.cancelable) return;
  event.preventDefault();
  if (!isWithin(button.getBoundingClientRect(), touch)) return;
  button.closest<HTMLElement>('.feed')?.focus({ preventScroll: true });
  // attachSwipe prevents this click after a drag.
  button.click();
}
