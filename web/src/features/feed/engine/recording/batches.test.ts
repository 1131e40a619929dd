import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { type Batch, batchOutbox } from './batches.ts';

const batch: Batch = { batchId: 'a', madeAt: 0, durations: { app: 5 } };

test.each([
  ['a batch', batch, 1],
  ['a batch without events', { batchId: 'a', madeAt: 0 }, 0],
  ['a batch without a time', { ...batch, madeAt: undefined }, 0],
  ['a batch without an id', { ...batch, batchId: 5 }, 0],
])('reads %s from the browser’s storage or ignores it', (_, stored, believed) => {
  const { storage, kept } = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  kept.set('zapdeck.batches.me', JSON.stringify([stored]));
  expect(batchOutbox('me').unsent()).toHaveLength(believed);
});
