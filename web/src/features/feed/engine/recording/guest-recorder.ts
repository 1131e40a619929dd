import type { Recorder } from './recorder.ts';

/** Reports views only. The server stores which apps a guest has seen, and no interactions. */
export function guestRecorder(recorder: Recorder): Recorder {
  return { ...recorder, interaction: () => {}, durations: () => {} };
}
