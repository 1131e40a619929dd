import type { App } from '@zapdeck/contract/apps';
import { useEffect, useState } from 'react';
import { canFrame } from '../../../lib/frame-policy.ts';
import { ownSite } from '../../../lib/own-site.ts';
import { CardHeader } from '../faces/card-header.tsx';
import { PreviewCard } from '../faces/preview-card.tsx';
import { Splash } from '../faces/splash.tsx';
import { useSplash } from '../faces/use-splash.ts';
import { AppFrame } from './app-frame.tsx';
import type { Role } from './slots.ts';

interface Props {
  seq: number;
  app: App;
  role: Role;
  /** A card behind loads its frame only when it may. */
  mayLoad: boolean;
  loaded: boolean;
  live: boolean;
  onLoaded: (seq: number) => void;
  /** The app itself is in sight, not its poster any more. */
  onShown: (seq: number) => void;
  onLift: () => void;
}

/** What a card shows of an app: its frame or what stands in for it, its poster while loading, its title and counts. */
export function AppFace({ seq, app, role, mayLoad, loaded, live, onLoaded, onShown, onLift }: Props) {
  const inFront = role === 'current';
  const [framed] = useState(() => canFrame(app, location, ownSite()));
  const [started, setStarted] = useState(false);
  if (!started && (inFront || mayLoad)) setStarted(true);
  const { phase, slow } = useSplash(inFront, loaded || !framed, live);

  useEffect(() => {
    if (!framed) onLoaded(seq);
  }, [framed, seq, onLoaded]);

  const shown = inFront && phase === 'off' && (loaded || !framed);
  useEffect(() => {
    if (shown) onShown(seq);
  }, [shown, seq, onShown]);

  const splash = phase !== 'off' || (framed && role === 'next' && !loaded);
  return (
    <>
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
    </>
  );
}
