interface Place {
  page: number;
  pages: number;
}

/** Returns the typed page or the nearest one. For a text that is no number, returns the current page. */
export function pageMeant(typed: string, { page, pages }: Place): number {
  const wanted = Math.trunc(Number(typed));
  if (typed.trim() === '' || !Number.isFinite(wanted)) return page;
  return Math.max(1, Math.min(pages, wanted));
}
