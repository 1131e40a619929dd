interface Place {
  page: number;
  pages: number;
}

/** Returns the typed page, or the nearest page of the list. Returns the current page for a text that is no number. */
export function pageMeant(typed: string, { page, pages }: Place): number {
  const wanted = Math.trunc(Number(typed));
  if (typed.trim() === '' || !Number.isFinite(wanted)) return page;
  return Math.max(1, Math.min(pages, wanted));
}
