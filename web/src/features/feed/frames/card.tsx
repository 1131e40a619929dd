import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { coverCard, exitOf, raiseCard, returnCard, throwCard, zapCard } from '../gestures/move-card.ts';
import { AppFrame } from './app-frame.tsx';
import { CardHeader } from '../faces/card-header.tsx';
import { canFrame } from '../../../lib/frame-policy.ts';
import { ownSite } from '../../../lib/own-site.ts';
import { PreviewCard } from '../faces/preview-card.tsx';
import type { Slot } from './slots.ts';
import { Splash } from '../faces/splash.tsx';
import { useSplash } from '../faces/use-splash.ts';

/** A preloaded app paints under the front card for this long, then rests out of sight. */
const PARK_AFTER_MS = 1_000;

interface Props {
  slot: Slot;
  /** A card behind loads its frame only when it may. */
  mayLoad: boolean;
  loaded: boolean;
  live: boolean;
  onLoaded: (seq: number) => void;
  /** The app itself is in sight, not its poster any more. */
  onShown: (seq: number) => void;
  onSettled: (seq: number) => void;
  onLift: () => void;
}

function leaveBy(card: HTMLElement, { exit }: Slot): void {
  const parts = { card, next: null };
  if (exit === 'zap') zapCard(card);
  else if (exit === 'back') coverCard(card);
  else throwCard(parts, exit === 'like' ? 'right' : 'left', card.clientWidth, 0);
}

/** One showing of an app: its frame or what stands in for it, its poster while loading, and what a drag reveals. */
export const Card = memo(function Card({
  slot,
  mayLoad,
  loaded,
  live,
  onLoaded,
  onShown,
  onSettled,
  onLift,
}: Props) {
  const { seq, app, role } = slot;
  const element = useRef<HTMLDivElement>(null);
  const wasNext = useRef(role === 'next');
  const entered = useRef(false);
  const inFront = role === 'current';
  const [framed] = useState(() => canFrame(app, location, ownSite()));
  const [started, setStarted] = useState(false);
  if (!started && (inFront || mayLoad)) setStarted(true);
  const { phase, slow } = useSplash(inFront, loaded || !framed, live);
  const [parked, setParked] = useState(false);

  useEffect(() => {
    if (role !== 'next' || !loaded) return setParked(false);
    const timer = setTimeout(() => setParked(true), PARK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [role, loaded]);

  useEffect(() => {
    if (!framed) onLoaded(seq);
  }, [framed, seq, onLoaded]);

  const shown = inFront && phase === 'off' && (loaded || !framed);
  useEffect(() => {
    if (shown) onShown(seq);
  }, [shown, seq, onShown]);

  useLayoutEffect(() => {
    const card = element.current;
    if (!card) return;
    if (role === 'current' && !entered.current) {
      entered.current = true;
      if (wasNext.current) raiseCard(card);
      else if (slot.returning !== null)
        returnCard(card, { like: 1, pass: -1, zap: 0, back: -1 }[slot.returning] as -1 | 0 | 1);
    }
    if (role !== 'leaving') return;
    if (!exitOf(card)) leaveBy(card, slot);
    let mounted = true;
    const settle = () => mounted && onSettled(seq);
    const leaving = exitOf(card);
    if (leaving) void leaving.finished.then(settle, settle);
    else settle();
    return () => {
      mounted = false;
    };
  }, [role, seq, slot, onSettled]);

  const splash = phase !== 'off' || (framed && role === 'next' && !loaded);
  return (
    <div
      ref={element}
      className="feed-card"
      data-role={role}
      data-exit={slot.exit ?? undefined}
      data-parked={parked && role === 'next' ? '' : undefined}
      data-seq={seq}
      inert={role !== 'current'}
      aria-hidden={role === 'current' ? undefined : true}
    >
      {framed && started ? (
        <AppFrame app={app} live={live} inFront={inFront} onLoad={() => onLoaded(seq)} />
      ) : null}
      {framed ? (
        // The same is done by the Try it button and the Enter key.
        <div role="presentation" className="feed-layer" hidden={live} onClick={onLift} />
      ) : (
        <PreviewCard app={app} />
      )}
      {splash ? <Splash app={app} running={inFront} fading={phase === 'out'} slow={slow} /> : null}
      <CardHeader app={app} titled={framed && !splash} />
      <div className="feed-stamp feed-stamp-like" data-part="like" aria-hidden="true">
        LIKE
      </div>
      <div className="feed-stamp feed-stamp-pass" data-part="pass" aria-hidden="true">
        PASS
      </div>
      <div className="feed-shade" data-part="shade" />
    </div>
  );
});
