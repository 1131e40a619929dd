import { useEffect, useState } from 'react';

/** The current app gets this long for itself after its load before the next one starts. */
const AFTER_LOAD_MS = 250;
/** An app that does not finish loading holds the next one up no longer than this. */
const AT_MOST_MS = 4_000;

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** True once the next card's frame may load in the background of the showing `seq`. */
export function usePreload(seq: number, currentLoaded: boolean): boolean {
  const [allowed, setAllowed] = useState(0);
  useEffect(() => {
    if (savesData()) return;
    const timer = setTimeout(() => setAllowed(seq), currentLoaded ? AFTER_LOAD_MS : AT_MOST_MS);
    return () => clearTimeout(timer);
  }, [seq, currentLoaded]);
  return allowed === seq;
}
