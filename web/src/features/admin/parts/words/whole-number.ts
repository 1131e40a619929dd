/** What was typed as a whole number within the bounds; what is no number becomes the fallback. */
export function wholeNumber(
  typed: string,
  { min, max = Number.MAX_SAFE_INTEGER, fallback }: { min: number; max?: number; fallback: number },
): number {
  const value = typed.trim() === '' ? Number.NaN : Math.trunc(Number(typed));
  if (!Number.isFinite(value)) return fallback;
  return value < min || value > max ? fallback : value;
}
