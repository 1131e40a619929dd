import { t } from '@lingui/core/macro';
import { type CSSProperties, lazy, Suspense } from 'react';
import { Spinner } from '../../../../components/ui/spinner.tsx';
import { useConnected } from '../../../../lib/connection.ts';
import { currentCard } from '../../state/deck.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { FailedDeck } from './failed-deck.tsx';
import { ThumbBurst } from './thumb-burst.tsx';
import './overlay.css';

/** Shown in place of a card while the next page loads, or after it failed to. */
function AwaitedCard({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const connected = useConnected();
  if (failed) return <FailedDeck offline={!connected} onRetry={onRetry} />;
  return (
    <div className="absolute inset-0 grid place-items-center text-white">
      <Spinner label={t`Loading…`} className="size-9" />
    </div>
  );
}

const SPARKS = [-68, -41, -20, 14, 37, 61, 104, 148, 196, 239];

function Lightning() {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center" aria-hidden="true">
      <div className="feed-flash absolute inset-0" />
      {SPARKS.map((turn, index) => (
        <span
          key={turn}
          className="feed-spark absolute h-16 w-1.5 rounded-pill bg-bolt"
          style={{ '--turn': `${turn}deg`, '--reach': `${150 + (index % 3) * 55}px` } as CSSProperties}
        />
      ))}
      <svg
        viewBox="0 0 100 160"
        className="feed-bolt h-[min(58dvh,30rem)] drop-shadow-[0_6px_28px_oklch(0.86_0.18_92/.7)]"
      >
        <path
          d="M62 0 L8 88 H46 L34 160 L94 62 H54 Z"
          className="fill-bolt stroke-night/80"
          strokeWidth="3"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}

// loadAds has loaded it before an ad is due.
const Advertisement = lazy(() => import('./advertisement.tsx'));

function PlayedEffect() {
  const effect = useFeed((state) => state.effect);
  if (!effect) return null;
  const { key, name, at } = effect;
  return name === 'zap' ? <Lightning key={key} /> : <ThumbBurst key={key} voteType={name} at={at} />;
}

export function Overlays() {
  const { retryPage, endAd } = useOpenFeed().actions;
  const isAwaited = useFeed(({ deck }) => !currentCard(deck));
  const isPageMissing = useFeed((state) => state.isPageMissing);
  const ad = useFeed((state) => state.ad);
  return (
    <>
      {isAwaited ? (
        <div className="feed-stage">
          <AwaitedCard failed={isPageMissing} onRetry={retryPage} />
        </div>
      ) : null}
      <PlayedEffect />
      {ad === null ? null : (
        <Suspense fallback={<div className="feed-stage z-20 bg-paper" />}>
          <Advertisement zapsBetweenAds={ad} onContinue={endAd} />
        </Suspense>
      )}
    </>
  );
}
