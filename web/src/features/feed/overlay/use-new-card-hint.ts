import { useEffect, useRef, useState } from 'react';

const HINT_MS = 2_500;
/** The hint explains the first cards that a person meets on this device. */
const CARDS_EXPLAINED = 3;
const KEY = 'zapdeck.hints';

function explained(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return CARDS_EXPLAINED;
  }
}

function countOne(): void {
  try {
    localStorage.setItem(KEY, String(explained() + 1));
  } catch {
    // Storage that is closed to us means that nothing can be counted, so nothing is explained either.
  }
}

/** Whether the hint shows for the showing `seq`; it goes by itself. */
export function useNewCardHint(seq: number, ready: boolean): boolean {
  const [shownFor, setShownFor] = useState(0);
  const explainedSeq = useRef(0);
  useEffect(() => {
    if (!ready || explainedSeq.current === seq || explained() >= CARDS_EXPLAINED) return;
    explainedSeq.current = seq;
    countOne();
    setShownFor(seq);
  }, [seq, ready]);
  useEffect(() => {
    if (shownFor === 0) return;
    const timer = setTimeout(() => setShownFor(0), HINT_MS);
    return () => clearTimeout(timer);
  }, [shownFor]);
  return shownFor === seq;
}
