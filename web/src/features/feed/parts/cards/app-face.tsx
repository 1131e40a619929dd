import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import { useEffect, useState } from 'react';
import { canFrame, FRAME_SANDBOX, frameAllow } from '../../../../lib/frame-policy.ts';
import { ownSite } from '../../../../lib/own-site.ts';
import { isLive } from '../../state/feed-state.ts';
import { CardHeader } from '../faces/card-header.tsx';
import { PreviewCard } from '../faces/poster.tsx';
import { Splash, useSplash } from '../faces/splash.tsx';
import { NewCardHint } from '../overlay/new-card-hint.tsx';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import type { Role } from './slots.ts';
import { useFrame } from './use-frame.ts';

/** After this time the page was not left: the link was a download, or the navigation was cancelled. */
const STAYED_MS = 10_000;

/** Darkens the frame when the page is left. Browsers remove the app first, and a white frame would flash. */
function leaveDark({ classList }: HTMLIFrameElement): () => void {
  const leave = () => {
    classList.replace('bg-white', 'bg-night');
    setTimeout(() => classList.replace('bg-night', 'bg-white'), STAYED_MS);
  };
  addEventListener('beforeunload', leave);
  return () => removeEventListener('beforeunload', leave);
}

interface AppFrameProps {
  app: Pick<App, 'title' | 'url'>;
  live: boolean;
  inFront: boolean;
  onLoad: () => void;
}

/** The framed app. Its address and permissions never change, because a change would load it again. */
function AppFrame({ app, live, inFront, onLoad }: AppFrameProps) {
  const [allow] = useState(() => frameAllow(inFront));
  const [src] = useState(app.url);
  return (
    <iframe
      ref={leaveDark}
      title={app.title}
      src={src}
      sandbox={FRAME_SANDBOX}
      allow={allow}
      referrerPolicy="strict-origin"
      inert={!live}
      className="feed-frame bg-white [color-scheme:light]"
      onLoad={onLoad}
    />
  );
}

interface Props {
  seq: number;
  app: App;
  role: Role;
  isBack: boolean;
  /** The next card may load its frame. */
  mayLoad: boolean;
  loaded: boolean;
  live: boolean;
}

/** An app on a card: its frame or preview, its splash while it loads, its header and the stamps of a drag. */
export function AppFace({ seq, app, role, isBack: isReturning, mayLoad, loaded, live }: Props) {
  const { cards, tap } = useOpenFeed();
  const isResumed = useFeed((state) => state.resumedSeq === seq);
  const isBack = isReturning || isResumed;
  const isExplained = useFeed((state) => state.hintSeq === seq && !isLive(state));
  const { onLoaded, onLost, onRefused, onShown } = cards;
  const inFront = role === 'current';
  const [framed, setFramed] = useState(() => canFrame(app, location, ownSite()));
  // An app that is being tried keeps its frame, even if a check finds that it can't be framed.
  if (framed && !live && !canFrame(app, location, ownSite())) setFramed(false);
  const [started, setStarted] = useState(false);
  if (!started && (inFront || mayLoad)) setStarted(true);
  const isReady = loaded || !framed;
  const { attempt, waiting, onLoad } = useFrame({
    seq,
    appId: app.id,
    isWanted: framed && started,
    loaded: isReady,
    live,
    onLoaded,
    onLost,
    onRefused,
  });
  const { phase, painted, brief, slow } = useSplash({
    inFront,
    loaded: isReady,
    waiting: framed && waiting,
    live,
    isBack,
  });

  useEffect(() => {
    if (!framed) onLoaded(seq);
  }, [framed, seq, onLoaded]);

  const shown = inFront && phase === 'off' && isReady;
  useEffect(() => {
    if (shown) onShown(seq);
  }, [shown, seq, onShown]);

  const splash = phase !== 'off' || (framed && role === 'next' && !painted);
  return (
    <>
      {framed && started && !waiting ? (
        <AppFrame key={attempt} app={app} live={live} inFront={inFront} onLoad={onLoad} />
      ) : null}
      {framed ? (
        // Keyboard users have the Try it button and Enter.
        <div
          role="presentation"
          className="feed-layer"
          hidden={live}
          onClick={({ clientX: x, clientY: y, nativeEvent }) =>
            tap({ x, y, isMouse: (nativeEvent as globalThis.PointerEvent).pointerType === 'mouse' })
          }
        />
      ) : (
        <PreviewCard app={app} />
      )}
      {splash ? (
        <Splash
          app={app}
          running={inFront}
          fadeClass={phase !== 'out' ? '' : brief ? 'feed-cover-out' : 'feed-splash-out'}
          slow={slow}
          waiting={framed && waiting}
          isBack={isBack}
        />
      ) : null}
      {isExplained ? <NewCardHint /> : null}
      <CardHeader app={app} titled={framed && !splash} live={live} />
      <div className="feed-stamp feed-stamp-like" data-part="like" aria-hidden="true">{t`LIKE`}</div>
      <div className="feed-stamp feed-stamp-pass" data-part="pass" aria-hidden="true">{t`PASS`}</div>
    </>
  );
}
