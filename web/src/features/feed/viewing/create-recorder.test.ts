import { DURATION_MAX_MS, DURATIONS_MAX } from '@zapdeck/contract/interactions';
import { beforeEach, expect, test, vi } from 'vitest';
import { createRecorder, type Recorder, type RecorderDeps } from './create-recorder.ts';

const deps = {
  newId: vi.fn<RecorderDeps['newId']>(),
  sendInteraction: vi.fn<RecorderDeps['sendInteraction']>(),
  sendDurations: vi.fn<RecorderDeps['sendDurations']>(),
  beacon: vi.fn<RecorderDeps['beacon']>(),
  sendZapCount: vi.fn<RecorderDeps['sendZapCount']>(),
  mayPass: vi.fn<RecorderDeps['mayPass']>(),
  onError: vi.fn<RecorderDeps['onError']>(),
};
let recorder: Recorder;
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  let id = 0;
  for (const fake of Object.values(deps)) fake.mockReset();
  deps.newId.mockImplementation(() => `id-${++id}`);
  deps.sendInteraction.mockResolvedValue({ counted: true });
  deps.sendDurations.mockResolvedValue(undefined);
  deps.sendZapCount.mockResolvedValue(undefined);
  deps.beacon.mockReturnValue(true);
  recorder = createRecorder(deps);
});

test('nothing looked at, nothing sent', () => {
  recorder.durations({ a: 0 });
  recorder.durationsAtExit({});
  expect(deps.sendDurations).not.toHaveBeenCalled();
  expect(deps.beacon).not.toHaveBeenCalled();
});

test('more than is believed is not claimed', () => {
  recorder.durations({ a: DURATION_MAX_MS * 3, b: 12.4 });
  expect(deps.sendDurations).toHaveBeenCalledWith({
    batchId: 'id-1',
    durations: { a: DURATION_MAX_MS, b: 12 },
  });
  recorder.interaction('a', 'skip', DURATION_MAX_MS * 3);
  expect(deps.sendInteraction).toHaveBeenCalledWith({
    appId: 'a',
    interactionType: 'skip',
    duration: DURATION_MAX_MS,
    key: 'id-2',
  });
});

test('a batch that may pass goes again under the same id, another one does not', async () => {
  deps.sendDurations.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('refused'));
  deps.mayPass.mockImplementation((error) => error instanceof Error && error.message === 'away');
  recorder.durations({ a: 5 });
  await settle();
  recorder.durations({});
  expect(deps.sendDurations.mock.calls.map(([batch]) => batch.batchId)).toEqual(['id-1', 'id-1']);
  await settle();
  recorder.durations({});
  expect(deps.sendDurations).toHaveBeenCalledTimes(2);
  expect(deps.onError).toHaveBeenCalledTimes(2);
});

test('more apps than one call may name go in several batches', () => {
  const ids = Array.from({ length: DURATIONS_MAX + 1 }, (_, number) => `app-${number}`);
  recorder.durationsAtExit(Object.fromEntries(ids.map((id) => [id, 5])));
  const batches = deps.beacon.mock.calls.map(([batch]) => batch);
  expect(batches.map((batch) => Object.keys(batch.durations).length)).toEqual([DURATIONS_MAX, 1]);
  expect(new Set(batches.map(({ batchId }) => batchId)).size).toBe(2);
});

test.each([
  ['with the next durations', () => recorder.durations({})],
  ['when the page goes', () => recorder.durationsAtExit({})],
])('an interaction that may pass goes again under its key %s', async (_, occasion) => {
  deps.mayPass.mockReturnValueOnce(true);
  deps.sendInteraction.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('refused'));
  recorder.interaction('a', 'skip', 5);
  recorder.interaction('b', 'skip', 5);
  await settle();
  occasion();
  occasion();
  expect(deps.sendInteraction.mock.calls.map(([{ appId, key }]) => `${appId} ${key}`)).toEqual([
    'a id-1',
    'b id-2',
    'a id-1',
  ]);
});

test('what the beacon refuses is sent later', () => {
  deps.beacon.mockReturnValue(false);
  recorder.durationsAtExit({ a: 5 });
  recorder.durations({});
  expect(deps.sendDurations).toHaveBeenCalledWith({ batchId: 'id-1', durations: { a: 5 } });
});

test('zaps in quick succession need two calls, and the last number arrives', async () => {
  for (const count of [1, 2, 3, 4]) recorder.zapCount(count);
  await settle();
  expect(deps.sendZapCount.mock.calls.map(([count]) => count)).toEqual([1, 4]);
});

test('a zap count that fails is told once and not tried for ever', async () => {
  deps.sendZapCount.mockRejectedValue(new Error('away'));
  recorder.zapCount(1);
  await settle();
  expect(deps.onError).toHaveBeenCalledTimes(1);
});
