const surface =
  'pointer-events-auto bg-white/12 text-white transition duration-200 ease-out hover:bg-white/20 active:scale-95';

/** The look of the chips in the row of the bar. */
export const chipClass = `${surface} inline-flex min-h-11 min-w-0 items-center gap-2 rounded-pill px-[min(.875rem,4vw)] text-sm font-semibold whitespace-nowrap`;

/** The look of the round buttons at the ends of that row. */
export const roundClass = `${surface} grid size-11 shrink-0 place-items-center rounded-full`;
