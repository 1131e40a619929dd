interface Place {
  page: number;
  pages: number;
}

/** The page that was typed, the nearest one that the list has; the one in sight where no number was. */
export function pageMeant(typed: string, { page, pages }: Place): number {
  const wanted = Math.trunc(Number(typed));
  if (typed.trim() === '' || !Number.isFinite(wanted)) return page;
  return Math.max(1, Math.min(pages, wanted));
}
