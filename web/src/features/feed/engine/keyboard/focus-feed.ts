/** The frame of the app in front, if it has one. */
export function frontFrame(): HTMLIFrameElement | null {
  return document.querySelector('[data-role="current"] iframe');
}

/** Gives the focus to the feed when what had it goes: its keys count again, and a screen reader goes on from it. */
export function focusFeed(): void {
  document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
}

/** Gives the focus, and every key from now on, to the app in front. */
export function focusApp(): void {
  frontFrame()?.focus({ preventScroll: true });
}
