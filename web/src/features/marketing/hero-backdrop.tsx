import { useEffect, useState } from 'react';
import poster from './hero-poster.webp';
import video from './hero.mp4';

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

/** Returns the background: video, a still picture, or none on wide screens. */
function chooseBackdrop(): 'video' | 'picture' | undefined {
  if (!matchMedia(NARROW).matches) return undefined;
  return matchMedia(STILL).matches || savesData() ? 'picture' : 'video';
}

/*
 * Covers the window, so that browsers treat the video as a background. A smaller video would count as the largest
 * contentful paint.
 */
const layer =
  'fixed inset-0 -z-20 size-full object-cover object-top transition-opacity duration-700 md:hidden';

interface Props {
  paused: boolean;
  onMoving: () => void;
}

/** Background of the hero on narrow screens. It loads last and fades in, so it never delays the headline. */
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
    // A phone in battery saver mode refuses to play. The first frame stays visible.
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
