import { beforeEach, expect, test, vi } from 'vitest';
import { type Batch, batchesLeft, dropBatch, keepBatch } from './batch-outbox.ts';

const kept = new Map<string, string>();
const batch = (batchId: string): Batch => ({ batchId, madeAt: 0, durations: { a: 5 } });

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('batches wait in the order in which they were made, each person for themselves, until they are dropped', () => {
  keepBatch('me', batch('a'));
  keepBatch('me', batch('b'));
  keepBatch('you', batch('c'));
  expect(batchesLeft('me')).toEqual([batch('a'), batch('b')]);
  dropBatch('me', 'a');
  expect(batchesLeft('me')).toEqual([batch('b')]);
  dropBatch('me', 'b');
  expect([...kept.keys()]).toEqual(['zapdeck.batches.you']);
});

test.each(['not json', '{}', 'null', '[1, null, {"batchId": "a", "madeAt": 0}]'])(
  '%s is no batch',
  (stored) => {
    kept.set('zapdeck.batches.me', stored);
    expect(batchesLeft('me')).toEqual([]);
  },
);

test('a browser that keeps nothing costs what could not be sent, and nothing else', () => {
  const closed = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  expect(() => keepBatch('me', batch('a'))).not.toThrow();
  expect(batchesLeft('me')).toEqual([]);
});
