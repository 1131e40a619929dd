import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ReadyDocument } from '../../../http/entity-tag.ts';

type Make = () => Promise<ReadyDocument>;

/** Creates a cache of at most `max` documents for `seconds`. It makes one document at a time and caches no failures. */
export function createDocumentCache(
  max: number,
  seconds: number,
): (key: string, make: Make) => Promise<ReadyDocument> {
  const kept = new LRUCache<string, ReadyDocument>({ max, ttl: seconds * 1_000 });
  const pending = new Map<string, Promise<ReadyDocument>>();
  const limit = pLimit(1);
  const makeAndKeep = async (key: string, make: Make) => {
    try {
      const document = await limit(make);
      kept.set(key, document);
      return document;
    } finally {
      pending.delete(key);
    }
  };
  return async (key, make) => {
    const known = kept.get(key) ?? pending.get(key);
    if (known) return known;
    const document = makeAndKeep(key, make);
    pending.set(key, document);
    return document;
  };
}
