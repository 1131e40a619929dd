const surface =
  'pointer-events-auto bg-white/12 text-white transition duration-200 ease-out hover:bg-white/20 active:scale-95';

export const chipClass = `${surface} inline-flex min-h-11 min-w-0 items-center gap-2 rounded-pill px-[min(.875rem,4vw)] text-sm font-semibold whitespace-nowrap`;

export const roundClass = `${surface} grid size-11 shrink-0 place-items-center rounded-full`;
