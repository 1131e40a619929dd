import { useEffect, useState } from 'react';

const SPLASH_MIN_MS = 3_000;
const SPLASH_OUT_MS = 1_000;
/** The cover of a card whose app is only being painted, or comes back. */
const COVER_OUT_MS = 200;
/** No load at all within this time: the app is offered in a tab of its own. */
const SLOW_MS = 12_000;
/**
 * An app that has loaded is painted by then, though nothing tells a page of it. Measured, on a busy processor and
 * the same slowed down four times: most apps paint before they have loaded, 167 of 171 within 300 ms after; the fade hides the rest.
 */
const PAINTED_MS = 300;

type SplashPhase = 'off' | 'up' | 'out';

interface Watched {
  inFront: boolean;
  /** True at once for a card without a frame. */
  loaded: boolean;
  /** Nothing is being loaded: there is no connection. */
  waiting: boolean;
  live: boolean;
  /** It was here before: only its cover lies over it, and goes as soon as its app is there. */
  isBack: boolean;
}

interface Splashing {
  phase: SplashPhase;
  /** Its app is there to be seen, as far as can be known. */
  painted: boolean;
  /** Only a cover that goes with its app's first picture. */
  brief: boolean;
  slow: boolean;
}

/**
 * The loading state of a card: only for one whose frame has not loaded when it comes to the front, or is lost there;
 * then for 3 s at least and 1 s of fading more (specification, section 9), unless it comes back. One that has loaded just
 * now keeps its cover until it is painted.
 */
export function useSplash({ inFront, loaded, waiting, live, isBack }: Watched): Splashing {
  const [phase, setPhase] = useState<SplashPhase>('off');
  const [decided, setDecided] = useState(false);
  const [wasPainted, setWasPainted] = useState(loaded);
  const painted = loaded && wasPainted;
  const [brief, setBrief] = useState(isBack);
  const [held, setHeld] = useState(true);
  const [slow, setSlow] = useState(false);
  if (wasPainted && !loaded) setWasPainted(false);
  if (inFront && !decided) {
    setDecided(true);
    if (loaded) setBrief(true);
    if (!painted) setPhase('up');
  }
  if (inFront && decided && !loaded && !waiting && phase === 'off') {
    setBrief(true);
    setPhase('up');
  }
  if (inFront && waiting && phase !== 'up') {
    setBrief(isBack);
    setHeld(true);
    setPhase('up');
  }
  // Whoever asks for the app before the time is up need not wait for it.
  if (phase === 'up' && painted && (!held || live || brief)) setPhase('out');

  useEffect(() => {
    if (!loaded) return;
    const timer = setTimeout(() => setWasPainted(true), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [loaded]);

  useEffect(() => {
    if (phase === 'off') return;
    const timer = setTimeout(
      () => (phase === 'up' ? setHeld(false) : setPhase('off')),
      phase === 'up' ? SPLASH_MIN_MS : brief ? COVER_OUT_MS : SPLASH_OUT_MS,
    );
    return () => clearTimeout(timer);
  }, [phase, brief]);

  useEffect(() => {
    if (phase !== 'up' || loaded || waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [phase, loaded, waiting]);

  return { phase, painted, brief, slow: slow && !loaded };
}
