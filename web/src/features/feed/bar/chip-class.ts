/** The look of the chips over the action bar. */
export const chipClass =
  'feed-glass pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-pill px-4.5 text-sm font-semibold transition duration-200 ease-out active:scale-95';
