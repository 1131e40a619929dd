/** Parses a whole number within bounds. Returns the fallback for an invalid text. */
export function wholeNumber(
  typed: string,
  { min, max = Number.MAX_SAFE_INTEGER, fallback }: { min: number; max?: number; fallback: number },
): number {
  const value = typed.trim() === '' ? Number.NaN : Math.trunc(Number(typed));
  if (!Number.isFinite(value)) return fallback;
  return value < min || value > max ? fallback : value;
}
