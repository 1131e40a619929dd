import { useEffect, useState } from 'react';
import poster from './hero-poster.webp';
import video from './hero.mp4';

/** Specification, section 9: the narrow-screen breakpoint. */
const NARROW = '(width < 48rem)';
const STILL = '(prefers-reduced-motion: reduce)';
const FRUGAL = '(prefers-reduced-data: reduce)';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function savesData(): boolean {
  const { saveData, effectiveType = '' } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || effectiveType.endsWith('2g') || matchMedia(FRUGAL).matches;
}

/** What this screen is given: the moving picture, one that stands still, or, where it is wide, none. */
function chooseBackdrop(): 'video' | 'picture' | undefined {
  if (!matchMedia(NARROW).matches) return undefined;
  return matchMedia(STILL).matches || savesData() ? 'picture' : 'video';
}

/*
 * It fills the window, and the page slides over it. Only so do browsers take it for the background that it is: a video
 * that fills less would count as the largest thing painted, long after the headline.
 */
const layer =
  'fixed inset-0 -z-20 size-full object-cover object-top transition-opacity duration-700 md:hidden';

interface Props {
  paused: boolean;
  /** Called once the picture moves; where a browser cannot or will not play it, it never does. */
  onMoving: () => void;
}

/**
 * The background of the hero on a narrow screen; specification, section 2. It is fetched only when everything else is
 * there, and fades in over the drawn ground, so that it never keeps the headline waiting.
 */
export function HeroBackdrop({ paused, onMoving }: Props) {
  const [kind, setKind] = useState<'video' | 'picture'>();
  const [ready, setReady] = useState<'video' | 'picture'>();
  const [player, setPlayer] = useState<HTMLVideoElement | null>(null);

  useEffect(() => {
    const choose = () => setKind(chooseBackdrop());
    const queries = [NARROW, STILL].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener('change', choose);
    if (document.readyState === 'complete') choose();
    else addEventListener('load', choose, { once: true });
    return () => {
      removeEventListener('load', choose);
      for (const query of queries) query.removeEventListener('change', choose);
    };
  }, []);

  useEffect(() => {
    if (paused) player?.pause();
    // A phone that saves its battery refuses to play; the first picture stays.
    else player?.play().catch(() => undefined);
  }, [player, paused]);

  if (kind === undefined) return null;
  return (
    <>
      <img
        src={poster}
        alt=""
        className={`${layer} ${ready ? '' : 'opacity-0'}`}
        onLoad={() => setReady((before) => before ?? 'picture')}
      />
      {kind === 'video' ? (
        <video
          ref={setPlayer}
          src={video}
          muted
          loop
          playsInline
          disablePictureInPicture
          aria-hidden="true"
          tabIndex={-1}
          className={`${layer} ${ready === 'video' ? '' : 'opacity-0'}`}
          onPlaying={() => {
            setReady('video');
            onMoving();
          }}
          onError={() => setKind('picture')}
        />
      ) : null}
    </>
  );
}
