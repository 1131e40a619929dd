import { useEffect, useRef, useState } from 'react';
import { type Recorder, VIEW_MS } from './create-recorder.ts';
import { createViewTimer } from './view-timer.ts';

const now = () => performance.now();

interface Card {
  seq: number;
  id: string | null;
  /** Something lies over the cards, so that none is looked at. */
  covered: boolean;
  onView: (id: string) => void;
}

/** True while someone can be looking. A focused frame of ours counts: the window has lost the focus to it only. */
function someoneLooks(): boolean {
  return !document.hidden && document.hasFocus();
}

/**
 * Times how long each card is looked at, reports a view after a second, and sends what has gathered when a card is
 * left and when the page goes. Returns the time of the current card so far.
 */
export function useViewTracking({ seq, id, covered, onView }: Card, recorder: Recorder): () => number {
  const [timer] = useState(() => createViewTimer(now));
  const begunSeq = useRef(0);
  const viewedSeq = useRef(0);
  const firstSeq = useRef(seq);

  useEffect(() => {
    let check: ReturnType<typeof setTimeout> | undefined;
    if (begunSeq.current !== seq) {
      begunSeq.current = seq;
      timer.begin(id);
    }
    const look = () => {
      const looking = someoneLooks() && !covered;
      timer.setLooking(looking);
      clearTimeout(check);
      if (!looking || id === null || viewedSeq.current === seq) return;
      check = setTimeout(() => {
        viewedSeq.current = seq;
        onView(id);
      }, VIEW_MS - timer.elapsed());
    };
    // The focus moves into a frame only after the blur has been told.
    const lookSoon = () => setTimeout(look);
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('blur', lookSoon);
    addEventListener('focus', look);
    return () => {
      clearTimeout(check);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('blur', lookSoon);
      removeEventListener('focus', look);
    };
  }, [timer, seq, id, covered, onView]);

  useEffect(() => {
    if (firstSeq.current === seq) return;
    firstSeq.current = 0;
    recorder.durations(timer.take());
  }, [timer, recorder, seq]);

  useEffect(() => {
    const sendAtUnload = () => {
      recorder.durations(timer.take());
      recorder.flushAtExit();
    };
    const sendAtExit = () => {
      if (document.hidden) sendAtUnload();
    };
    document.addEventListener('visibilitychange', sendAtExit);
    addEventListener('pagehide', sendAtUnload);
    return () => {
      document.removeEventListener('visibilitychange', sendAtExit);
      removeEventListener('pagehide', sendAtUnload);
      timer.begin(null);
      begunSeq.current = 0;
      recorder.durations(timer.take());
      recorder.flush();
    };
  }, [timer, recorder]);

  return timer.elapsed;
}
