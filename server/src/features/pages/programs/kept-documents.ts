import type { ReadyDocument } from '../../../http/ready-document.ts';

/** A document with what makes it anew. */
type Make = () => Promise<ReadyDocument>;

/**
 * Keeps at most `max` documents for so many seconds, so that however often one is asked for, it is made once in that
 * time, and never two at once. What cannot be made is not kept.
 */
export function keptDocuments(
  max: number,
  seconds: number,
): (key: string, make: Make) => Promise<ReadyDocument> {
  const kept = new Map<string, { madeAtMs: number; document: Promise<ReadyDocument> }>();
  let last: Promise<unknown> = Promise.resolve();
  return (key, make) => {
    const known = kept.get(key);
    if (known && performance.now() - known.madeAtMs < seconds * 1_000) return known.document;
    const document = last.then(make);
    kept.delete(key);
    kept.set(key, { madeAtMs: performance.now(), document });
    // Only what was made takes the place of another.
    const dropOldest = () => {
      const [oldest] = kept.keys();
      if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    };
    last = document.then(dropOldest, () => kept.delete(key));
    return document;
  };
}
