import { expect, test, vi } from 'vitest';
import type { Recorder } from './recorder.ts';
import { guestRecorder } from './guest-recorder.ts';

test('a guest reports one view per page and nothing else', () => {
  const recorder = {
    view: vi.fn<Recorder['view']>(),
    interaction: vi.fn<Recorder['interaction']>(),
    durations: vi.fn<Recorder['durations']>(),
    flush: vi.fn<Recorder['flush']>(),
    flushAtExit: vi.fn<Recorder['flushAtExit']>(),
  };
  let cursor: string | undefined;
  const guest = guestRecorder(recorder, () => cursor);
  guest.view('without-cursor');
  cursor = 'page-1';
  for (const id of ['a', 'b']) guest.view(id);
  cursor = 'page-2';
  for (const id of ['c', 'd']) guest.view(id);
  guest.interaction('a', 'like', 5);
  guest.durations({ a: 5 });
  guest.flush();
  guest.flushAtExit();
  expect(recorder.view.mock.calls).toEqual([['a'], ['c']]);
  expect(recorder.interaction).not.toHaveBeenCalled();
  expect(recorder.durations).not.toHaveBeenCalled();
  expect([recorder.flush.mock.calls.length, recorder.flushAtExit.mock.calls.length]).toEqual([1, 1]);
});
