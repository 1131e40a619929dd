import { lazy, Suspense } from 'react';
import { currentCard } from '../../state/deck.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { AwaitedCard } from './awaited-card.tsx';
import './overlay.css';
import { Lightning } from './lightning.tsx';
import { ThumbBurst } from './thumb-burst.tsx';

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
