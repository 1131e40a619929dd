/** The look of the chips over the action bar. */
export const chipClass =
  'feed-glass pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-pill px-4.5 text-sm font-semibold transition duration-200 ease-out active:scale-95';

/** The look of the round buttons at both ends of the row over it. */
export const roundClass =
  'feed-glass pointer-events-auto grid size-11 place-items-center rounded-full transition duration-200 active:scale-90';
