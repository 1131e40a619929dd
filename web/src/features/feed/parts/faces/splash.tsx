import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { isNewHere } from '../../engine/cues/hints.ts';
import { OpenAppLink, Poster } from './poster.tsx';

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

/** Shows a new user how to swipe while an app loads. */
function SwipeLesson() {
  return (
    <div
      dir="ltr"
      className="mt-5 grid grid-cols-[1fr_auto_1fr] items-center gap-[min(1.5rem,4vw)] text-sm font-bold"
    >
      <span className="feed-ghost-pass flex items-center justify-end gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        <span>{t`Pass`}</span>
      </span>
      <span
        className="feed-ghost h-16 w-12 rounded-[10px] border-2 border-white/80 bg-white/20"
        aria-hidden="true"
      />
      <span className="feed-ghost-like flex items-center gap-1.5">
        <span>{t`Like`}</span>
        <ArrowRight size={16} aria-hidden="true" />
      </span>
    </div>
  );
}

const DOT_MS = 500;
const MESSAGE_MS = 2_000;
const DOTS_MAX = 3;

function useTicks(running: boolean): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setTicks((count) => count + 1), DOT_MS);
    return () => clearInterval(timer);
  }, [running]);
  return ticks;
}

interface Props {
  app: App;
  running: boolean;
  fadeClass: string;
  slow: boolean;
  /** There is no connection. */
  waiting: boolean;
  /** The card was in front before. */
  isBack: boolean;
}

export function Splash({ app, running, fadeClass, slow, waiting, isBack }: Props) {
  const ticks = useTicks(running && !waiting);
  const [teaches] = useState(isNewHere);
  const messages = [
    t`Preparing your app`,
    t`Loading interface`,
    t`Setting up experience`,
    t`Almost ready`,
    t`Final touches`,
  ];
  const message = messages[Math.floor((ticks * DOT_MS) / MESSAGE_MS) % messages.length];
  return (
    <div className={`pointer-events-none absolute inset-0 ${fadeClass}`}>
      <Poster app={app} glowing={!waiting}>
        {waiting ? (
          <output className="mt-5 inline-flex h-6 items-center gap-2 text-sm font-semibold text-white/90">
            <CloudOff size={17} aria-hidden="true" />
            <span>{t`Waiting for a connection`}</span>
          </output>
        ) : slow ? (
          <div className="mt-5 flex flex-col items-center gap-3">
            <p className="text-sm text-white/85">{t`Still loading…`}</p>
            <OpenAppLink url={app.url} className="pointer-events-auto" />
          </div>
        ) : isBack ? (
          <p className="mt-5 h-6" />
        ) : (
          <>
            {teaches ? <SwipeLesson /> : null}
            <p className="mt-5 flex h-6 items-center justify-center ps-5 text-sm font-semibold text-white/90">
              <span>{message}</span>
              <span className="w-5 text-start" aria-hidden="true" translate="no">
                {'.'.repeat(ticks % (DOTS_MAX + 1))}
              </span>
            </p>
            {/* The server draws the first card with room for the lesson, so keep the room. */}
            {teaches ? null : <div className="mt-5 h-16" />}
          </>
        )}
      </Poster>
    </div>
  );
}
