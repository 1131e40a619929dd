import { BATCH_WAIT_MAX_MS, DURATION_MAX_MS, DURATIONS_MAX } from '@zapdeck/contract/feed/interactions';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Batch } from './batches.ts';
import { createRecorder, GATHER_MAX, GATHER_MS, type Recorder, type RecorderDeps } from './recorder.ts';

/** Batches in the storage of the browser. */
let stored: Batch[];
const deps = {
  newId: vi.fn<RecorderDeps['newId']>(),
  now: vi.fn<RecorderDeps['now']>(),
  cursor: vi.fn<RecorderDeps['cursor']>(),
  outbox: {
    unsent: () => [...stored],
    keep: (batch: Batch) => void stored.push(batch),
    drop: (batchId: string) => void (stored = stored.filter((batch) => batch.batchId !== batchId)),
  },
  send: vi.fn<RecorderDeps['send']>(),
  beacon: vi.fn<RecorderDeps['beacon']>(),
  mayBeSentLater: vi.fn<RecorderDeps['mayBeSentLater']>(),
  onViews: vi.fn<RecorderDeps['onViews']>(),
  onZaps: vi.fn<RecorderDeps['onZaps']>(),
  onError: vi.fn<RecorderDeps['onError']>(),
};
let recorder: Recorder;
const gathered = () => vi.advanceTimersByTimeAsync(GATHER_MS);

/** Returns id and events of a batch on one line. */
function summary(batch: Batch): string {
  if ('durations' in batch) return `${batch.batchId} ${JSON.stringify(batch.durations)}`;
  return `${batch.batchId} ${batch.interactions.map(({ appId, interactionType }) => `${interactionType} ${appId}`).join(', ')}`;
}
const sent = () => deps.send.mock.calls.map(([batch]) => summary(batch));
const beaconed = () => deps.beacon.mock.calls.map(([batch]) => summary(batch));

beforeEach(() => {
  vi.useFakeTimers();
  let id = 0;
  stored = [];
  for (const fake of Object.values(deps)) if (vi.isMockFunction(fake)) fake.mockReset();
  deps.newId.mockImplementation(() => `id-${++id}`);
  deps.now.mockReturnValue(0);
  deps.send.mockResolvedValue({ views: [], zapCount: null });
  recorder = createRecorder(deps);
});
afterEach(() => vi.useRealTimers());

describe('gathering', () => {
  test('sends the cursor of the deck, so that the server can log its first page', async () => {
    deps.cursor.mockReturnValue('cursor-1');
    recorder.view('a');
    await gathered();
    expect(deps.send).toHaveBeenCalledWith(expect.objectContaining({ cursor: 'cursor-1' }));
  });

  test('sends the events of two seconds together and in order', async () => {
    recorder.view('a');
    recorder.interaction('a', 'skip', 40);
    recorder.durations({ a: 1_200.4 });
    recorder.view('b');
    recorder.durations({ a: 100, b: 7 });
    expect(sent()).toEqual([]);
    await gathered();
    expect(sent()).toEqual(['id-1 view a, skip a, view b', 'id-2 {"a":1300,"b":7}']);
    expect(stored).toEqual([]);
    await gathered();
    expect(sent()).toHaveLength(2);
  });

  test('sends nothing if nothing happened', async () => {
    recorder.durations({ a: 0 });
    recorder.flush();
    recorder.flushAtExit();
    await gathered();
    expect([...sent(), ...beaconed()]).toEqual([]);
  });

  test('sends at once when there are many events', async () => {
    for (let card = 0; card < GATHER_MAX; card += 1) recorder.interaction(`${card}`, 'skip', 5);
    expect(sent()).toHaveLength(1);
    await gathered();
    expect(sent()).toHaveLength(1);
  });

  test('limits durations to the maximum that the server accepts', async () => {
    recorder.interaction('a', 'skip', DURATION_MAX_MS * 3);
    recorder.durations({ a: DURATION_MAX_MS * 3 });
    await gathered();
    expect(deps.send.mock.calls).toMatchObject([
      [{ interactions: [{ duration: DURATION_MAX_MS }] }],
      [{ durations: { a: DURATION_MAX_MS } }],
    ]);
  });

  test('splits a batch with more apps than one request may name', async () => {
    const ids = Array.from({ length: DURATIONS_MAX + 1 }, (_, number) => `app-${number}`);
    recorder.durations(Object.fromEntries(ids.map((id) => [id, 5])));
    await gathered();
    const sizes = deps.send.mock.calls.map(
      ([batch]) => 'durations' in batch && Object.keys(batch.durations).length,
    );
    expect(sizes).toEqual([DURATIONS_MAX, 1]);
  });
});

test('reports the apps whose view count grew', async () => {
  deps.send.mockResolvedValue({ views: ['a'], zapCount: 0 });
  recorder.view('a');
  await gathered();
  expect(deps.onViews).toHaveBeenCalledExactlyOnceWith(['a']);
});

describe('errors', () => {
  test('that may pass hold back the other batches, and the batch is sent again first with its id', async () => {
    deps.send.mockRejectedValueOnce(new Error('away'));
    deps.mayBeSentLater.mockReturnValue(true);
    recorder.interaction('a', 'skip', 5);
    recorder.durations({ a: 5 });
    await gathered();
    recorder.interaction('b', 'skip', 5);
    await gathered();
    expect(sent()).toEqual(['id-1 skip a', 'id-1 skip a', 'id-2 {"a":5}', 'id-3 skip b']);
    expect(stored).toEqual([]);
    expect(deps.onError).toHaveBeenCalledExactlyOnceWith('interactions', expect.any(Error));
  });

  test('that are final are reported once, and the batch is dropped', async () => {
    deps.send.mockRejectedValueOnce(new Error('refused'));
    deps.mayBeSentLater.mockReturnValue(false);
    recorder.interaction('a', 'skip', 5);
    recorder.durations({ a: 5 });
    await gathered();
    recorder.flush();
    await gathered();
    expect(sent()).toEqual(['id-1 skip a', 'id-2 {"a":5}']);
    expect(stored).toEqual([]);
  });

  test('drop a batch before the server forgets its id', async () => {
    deps.send.mockRejectedValueOnce(new Error('away'));
    deps.mayBeSentLater.mockReturnValue(true);
    recorder.interaction('a', 'skip', 5);
    await gathered();
    deps.now.mockReturnValue(BATCH_WAIT_MAX_MS + 1);
    recorder.interaction('b', 'skip', 5);
    await gathered();
    expect(sent()).toEqual(['id-1 skip a', 'id-2 skip b']);
    expect(stored).toEqual([]);
  });

  test('keep a batch over a reload, before newer ones', async () => {
    deps.send.mockRejectedValueOnce(new Error('away'));
    deps.mayBeSentLater.mockReturnValue(true);
    recorder.interaction('a', 'skip', 5);
    await gathered();
    const reloaded = createRecorder(deps);
    reloaded.interaction('b', 'skip', 5);
    await gathered();
    expect(sent()).toEqual(['id-1 skip a', 'id-1 skip a', 'id-2 skip b']);
  });
});

describe('when the page unloads', () => {
  test('hands batches to the browser once, and the next page sends them again', async () => {
    recorder.interaction('a', 'skip', 5);
    recorder.durations({ a: 5 });
    recorder.flushAtExit();
    recorder.flushAtExit();
    expect(beaconed()).toEqual(['id-1 skip a', 'id-2 {"a":5}']);
    expect(sent()).toEqual([]);
    createRecorder(deps).flush();
    await gathered();
    expect(sent()).toEqual(beaconed());
    expect(stored).toEqual([]);
  });

  test('sends events of a page that was restored', async () => {
    recorder.interaction('a', 'skip', 5);
    recorder.flushAtExit();
    recorder.interaction('b', 'skip', 5);
    await gathered();
    expect(sent()).toEqual(['id-1 skip a', 'id-2 skip b']);
  });

  test('does not lose a batch that is being sent', () => {
    deps.send.mockReturnValue(new Promise(() => undefined));
    recorder.interaction('a', 'skip', 5);
    recorder.flush();
    recorder.flushAtExit();
    expect(beaconed()).toEqual(['id-1 skip a']);
    expect(stored.map(({ batchId }) => batchId)).toEqual(['id-1']);
  });
});

describe('the zap count', () => {
  const zapsOf = (batch: Batch) =>
    'interactions' in batch
      ? batch.interactions.filter(({ interactionType }) => interactionType !== 'view').length
      : 0;
  /** Counts each batch once, as the server does. */
  const serve = () => {
    const counted = new Map<string, number>();
    deps.send.mockImplementation(async (batch) => {
      counted.set(batch.batchId, zapsOf(batch));
      return { views: [], zapCount: [...counted.values()].reduce((sum, zaps) => sum + zaps, 0) };
    });
    return counted;
  };
  const told = () => deps.onZaps.mock.calls.map(([zapCount]) => zapCount);

  test('is the server’s count plus the zaps that are not sent', async () => {
    const counted = serve();
    counted.set('another tab', 3);
    recorder.view('a');
    recorder.interaction('a', 'like', 5);
    recorder.interaction('b', 'skip', 5);
    const answered = gathered();
    recorder.interaction('c', 'dislike', 5);
    await answered;
    await gathered();
    expect(told()).toEqual([6]);
  });

  test('counts zaps without a network once', async () => {
    const counted = serve();
    deps.mayBeSentLater.mockReturnValue(true);
    deps.send.mockRejectedValueOnce(new Error('offline'));
    recorder.interaction('a', 'skip', 5);
    await gathered();
    recorder.interaction('b', 'skip', 5);
    await gathered();
    // The server has counted one when it answers first; the other is not sent yet.
    expect(told()).toEqual([2, 2]);
    expect(counted.size).toBe(2);
  });
});
