import { useEffect, useState } from 'react';

const SPLASH_MIN_MS = 3_000;
const SPLASH_OUT_MS = 1_000;
/** The cover of a card that comes back. */
const COVER_OUT_MS = 200;
/** No load at all within this time: the app is offered in a tab of its own. */
const SLOW_MS = 12_000;

export type SplashPhase = 'off' | 'up' | 'out';

interface Watched {
  inFront: boolean;
  loaded: boolean;
  /** Nothing is being loaded: there is no connection. */
  waiting: boolean;
  live: boolean;
  /** It was here before: only its cover lies over it, and goes as soon as it has loaded. */
  isBack: boolean;
}

/**
 * The loading state of a card: only for one whose frame has not loaded when it comes to the front, or is lost there;
 * then for 3 s at least and 1 s of fading more (specification, section 9), unless it comes back.
 */
export function useSplash({ inFront, loaded, waiting, live, isBack }: Watched): {
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
  if (phase === 'up' && loaded && (!held || live || isBack)) setPhase('out');

  useEffect(() => {
    if (phase === 'off') return;
    const timer = setTimeout(
      () => (phase === 'up' ? setHeld(false) : setPhase('off')),
      phase === 'up' ? SPLASH_MIN_MS : isBack ? COVER_OUT_MS : SPLASH_OUT_MS,
    );
    return () => clearTimeout(timer);
  }, [phase, isBack]);

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
