/** Gives the focus to the feed when what had it goes: its keys count again, and a screen reader goes on from it. */
export function focusFeed(): void {
  document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
}
