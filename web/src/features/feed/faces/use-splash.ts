import { useEffect, useState } from 'react';

const SPLASH_MIN_MS = 3_000;
const SPLASH_OUT_MS = 1_000;
/** No load at all within this time: the app is offered in a tab of its own. */
const SLOW_MS = 12_000;

export type SplashPhase = 'off' | 'up' | 'out';

interface Watched {
  inFront: boolean;
  loaded: boolean;
  /** Nothing is being loaded: there is no connection. */
  waiting: boolean;
  live: boolean;
}

/**
 * The loading state of a card: only for one whose frame has not loaded when it comes to the front, or is lost there;
 * then for 3 s at least and 1 s of fading more. Specification, section 9.
 */
export function useSplash({ inFront, loaded, waiting, live }: Watched): {
  phase: SplashPhase;
  slow: boolean;
} {
  const [phase, setPhase] = useState<SplashPhase>('off');
  const [decided, setDecided] = useState(false);
  const [held, setHeld] = useState(true);
  const [slow, setSlow] = useState(false);
  if (inFront && !decided) {
    setDecided(true);
    if (!loaded) setPhase('up');
  }
  if (inFront && waiting && phase !== 'up') {
    setHeld(true);
    setPhase('up');
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
    if (phase !== 'up' || loaded || waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [phase, loaded, waiting]);

  return { phase, slow: slow && !loaded };
}
