import { useEffect, useState } from 'react';

const SPLASH_MIN_MS = 3_000;
const SPLASH_OUT_MS = 1_000;
const COVER_OUT_MS = 200;
/** After this time without a load, the app is offered in a tab. */
const SLOW_MS = 12_000;
/** Browsers don't report when a frame is painted. Measured: 167 of 171 apps paint within this time after their load. */
const PAINTED_MS = 300;

type SplashPhase = 'off' | 'up' | 'out';

interface Watched {
  inFront: boolean;
  loaded: boolean;
  /** There is no connection. */
  waiting: boolean;
  live: boolean;
  /** The card was in front before. Then only a cover is shown, until the app has loaded. */
  isBack: boolean;
}

interface Splashing {
  phase: SplashPhase;
  painted: boolean;
  /** Only a cover, without the minimum time of a splash. */
  brief: boolean;
  slow: boolean;
}

/**
 * Decides whether a card shows a splash. An app that has loaded before it comes to the front has none; one that has just
 * loaded keeps its cover until it is painted.
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
