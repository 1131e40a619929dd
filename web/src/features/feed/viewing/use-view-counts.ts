import { useCallback } from 'react';
import type { DeckHandle } from '../deck/use-deck.ts';
import type { Recorder } from './create-recorder.ts';

/** What to do when a card has been viewed: report it once in each round of the deck. */
export function useViewCounts({ read, dispatch }: DeckHandle, recorder: Recorder): (id: string) => void {
  return useCallback(
    (id: string) => {
      if (read()?.viewed.has(id)) return;
      dispatch({ type: 'view', id });
      recorder.view(id);
    },
    [read, dispatch, recorder],
  );
}
