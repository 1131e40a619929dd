import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { type Batch, batchOutbox } from './batch-outbox.ts';

const batch: Batch = { batchId: 'a', madeAt: 0, durations: { app: 5 } };

test.each([
  ['a batch', batch, 1],
  ['one without its load', { batchId: 'a', madeAt: 0 }, 0],
  ['one without its moment', { ...batch, madeAt: undefined }, 0],
  ['one without its id', { ...batch, batchId: 5 }, 0],
])('%s that is found in the browser is believed or not', (_, stored, believed) => {
  const { storage, kept } = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  kept.set('zapdeck.batches.me', JSON.stringify([stored]));
  expect(batchOutbox('me').unsent()).toHaveLength(believed);
});
