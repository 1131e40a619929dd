export function frontFrame(): HTMLIFrameElement | null {
  return document.querySelector('[data-role="current"] iframe');
}

/** Focuses the feed, so that its keys work and a screen reader continues from it. */
export function focusFeed(): void {
  document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
}

export function focusApp(): void {
  frontFrame()?.focus({ preventScroll: true });
}
