import { useEffect, useState } from 'react';

const SPLASH_MIN_MS = 3_000;
const SPLASH_OUT_MS = 1_000;
/** No load at all within this time: the app is offered in a tab of its own. */
const SLOW_MS = 12_000;

export type SplashPhase = 'off' | 'up' | 'out';

/**
 * The loading state of a card: only for one that comes to the front before its frame has loaded, then for 3 s at
 * least and 1 s of fading more. Specification, section 9.
 */
export function useSplash(
  inFront: boolean,
  loaded: boolean,
  live: boolean,
): { phase: SplashPhase; slow: boolean } {
  const [phase, setPhase] = useState<SplashPhase>('off');
  const [decided, setDecided] = useState(false);
  const [held, setHeld] = useState(true);
  const [slow, setSlow] = useState(false);
  if (inFront && !decided) {
    setDecided(true);
    if (!loaded) setPhase('up');
  }
  // Whoever asks for the app before the time is up need not wait for it.
  if (phase === 'up' && loaded && (!held || live)) setPhase('out');

  useEffect(() => {
    if (phase === 'off') return;
    const timer = setTimeout(
      () => (phase === 'up' ? setHeld(false) : setPhase('off')),
      phase === 'up' ? SPLASH_MIN_MS : SPLASH_OUT_MS,
    );
    return () => clearTimeout(timer);
  }, [phase]);

  useEffect(() => {
    if (phase !== 'up' || loaded) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [phase, loaded]);

  return { phase, slow: slow && !loaded };
}
