import { expect, test, vi } from 'vitest';
import type { Recorder } from './recorder.ts';
import { guestRecorder } from './recording.ts';

test('a guest reports views and nothing else', () => {
  const recorder = {
    view: vi.fn<Recorder['view']>(),
    interaction: vi.fn<Recorder['interaction']>(),
    durations: vi.fn<Recorder['durations']>(),
    flush: vi.fn<Recorder['flush']>(),
    flushAtExit: vi.fn<Recorder['flushAtExit']>(),
  };
  const guest = guestRecorder(recorder);
  for (const id of ['a', 'b']) guest.view(id);
  guest.interaction('a', 'like', 5);
  guest.durations({ a: 5 });
  guest.flush();
  guest.flushAtExit();
  expect(recorder.view.mock.calls).toEqual([['a'], ['b']]);
  expect(recorder.interaction).not.toHaveBeenCalled();
  expect(recorder.durations).not.toHaveBeenCalled();
  expect([recorder.flush.mock.calls.length, recorder.flushAtExit.mock.calls.length]).toEqual([1, 1]);
});
