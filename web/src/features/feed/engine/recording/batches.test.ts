import { expect, test, vi } from 'vitest';
import { memoryStorage } from '../../../../testing/fake-storages.ts';
import { type Batch, batchOutbox, beaconBatch, sendBatch } from './batches.ts';

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

test.each([
  ['sendBatch', 0],
  ['sendBatch', 3_600_000],
  ['beaconBatch', 5_000],
] as const)('%s says how long the batch has waited: %i ms', async (name, ageMs) => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(body as string));
    return Response.json({ counted: [], zapCount: 0 }, { status: 201 });
  });
  vi.stubGlobal('navigator', {
    sendBeacon: (_path: string, blob: Blob) => void blob.text().then((text) => bodies.push(JSON.parse(text))),
  });
  vi.setSystemTime(10_000_000);
  const interactions = [{ appId: 'app', interactionType: 'view' as const, duration: 1_000 }];
  const waited: Batch = { batchId: 'a', madeAt: 10_000_000 - ageMs, interactions };
  await { sendBatch, beaconBatch }[name]('me', waited);
  await vi.waitFor(() => expect(bodies).toMatchObject([{ batchId: 'a', ageMs }]));
});
