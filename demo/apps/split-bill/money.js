// All sums are whole cents: fractions of a cent never exist, so nothing can get lost.

/** Reads "84", "84.5", "1,234.50" or "84,50"; null for anything else. */
export function parseCents(text) {
  const compact = text.replace(/[\s'’]/g, '');
  const decimals = compact.match(/^(.*?)(?:[.,](\d{1,2}))?$/);
  const whole = decimals[1].replace(/[.,](?=\d{3}(?:[.,]|$))/g, '');
  if (!/^\d{0,7}$/.test(whole) || (!whole && !decimals[2])) return null;
  return Number(whole || 0) * 100 + Number((decimals[2] ?? '').padEnd(2, '0'));
}

export function tipCents(bill, percent) {
  return Math.round((bill * percent) / 100);
}

/**
 * Splits cents by weights. Remaining cents go to the largest remainders, and to the first among equals, so that the
 * parts add up to the total.
 */
export function splitCents(total, weights) {
  const sum = weights.reduce((a, b) => a + b, 0);
  if (!sum) return weights.map(() => 0);
  const parts = weights.map((weight) => Math.floor((total * weight) / sum));
  let left = total - parts.reduce((a, b) => a + b, 0);
  const byRest = weights
    .map((weight, i) => ({ i, rest: (total * weight) % sum }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of byRest) {
    if (left <= 0) break;
    parts[i] += 1;
    left -= 1;
  }
  return parts;
}

/** Rounds up to whole units. The difference is added to the tip. */
export function roundUp(parts) {
  return parts.map((cents) => Math.ceil(cents / 100) * 100);
}
