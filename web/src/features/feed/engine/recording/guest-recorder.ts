import type { Recorder } from './recorder.ts';

/**
 * Reports one view per page, so that the server logs the first page of the deck. The server stores no interactions of
 * guests.
 */
export function guestRecorder(recorder: Recorder, cursor: () => string | undefined): Recorder {
  let reported: string | undefined;
  return {
    ...recorder,
    view(appId) {
      if (cursor() === reported) return;
      reported = cursor();
      recorder.view(appId);
    },
    interaction: () => {},
    durations: () => {},
  };
}
