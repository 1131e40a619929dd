import { useCallback, useState } from 'react';

/** How many showings are remembered: more than are ever on the stage. */
const REMEMBERED = 8;

/** The showings whose frame has loaded, the newest last. */
export function useLoaded(): { loaded: readonly number[]; onLoaded: (seq: number) => void } {
  const [loaded, setLoaded] = useState<readonly number[]>([]);
  const onLoaded = useCallback((seq: number) => {
    setLoaded((before) => (before.includes(seq) ? before : [...before, seq].slice(-REMEMBERED)));
  }, []);
  return { loaded, onLoaded };
}
