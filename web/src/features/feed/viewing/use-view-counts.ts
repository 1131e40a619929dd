import { useCallback } from 'react';
import type { DeckHandle } from '../deck/use-deck.ts';
import type { Recorder } from './create-recorder.ts';

/** What to do when a card has been viewed: report it once in each round of the deck, and count it on the card. */
export function useViewCounts({ read, dispatch }: DeckHandle, recorder: Recorder): (id: string) => void {
  return useCallback(
    (id: string) => {
      if (read()?.viewed.has(id)) return;
      dispatch({ type: 'view', id });
      void recorder.view(id).then((counted) => {
        const views = read()?.apps.find((app) => app.id === id)?.views;
        if (counted && views !== undefined) dispatch({ type: 'patch', id, change: { views: views + 1 } });
      });
    },
    [read, dispatch, recorder],
  );
}
