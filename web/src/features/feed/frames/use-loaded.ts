import { useCallback, useState } from 'react';

/** How many showings are remembered: more than are ever on the stage. */
const REMEMBERED = 8;

export interface Loaded {
  /** The showings whose frame has loaded, the newest last. */
  loaded: readonly number[];
  onLoaded: (seq: number) => void;
  onLost: (seq: number) => void;
}

/** Which showings have loaded; a card without a frame has at once. */
export function useLoaded(): Loaded {
  const [loaded, setLoaded] = useState<readonly number[]>([]);
  const onLoaded = useCallback((seq: number) => {
    setLoaded((before) => (before.includes(seq) ? before : [...before, seq].slice(-REMEMBERED)));
  }, []);
  const onLost = useCallback((seq: number) => {
    setLoaded((before) => before.filter((known) => known !== seq));
  }, []);
  return { loaded, onLoaded, onLost };
}
