import { currentCard } from '../deck/deck.ts';
import { isLive } from '../store/feed-state.ts';
import { useFeed, useOpenFeed } from '../store/use-feed.ts';
import { Advertisement } from './advertisement.tsx';
import { AwaitedCard } from './awaited-card.tsx';
import { NewCardHint } from './new-card-hint.tsx';
import './overlay.css';
import { Lightning } from './lightning.tsx';
import { ThumbBurst } from './thumb-burst.tsx';

/** The animation that plays. */
function PlayedEffect() {
  const effect = useFeed((state) => state.effect);
  if (!effect) return null;
  const { key, name } = effect;
  return name === 'zap' ? <Lightning key={key} /> : <ThumbBurst key={key} voteType={name} />;
}

/** What lies over the cards: what stands in the place of one that is awaited, the hint, the animation, the ad. */
export function Overlays() {
  const { retryPage, endAd } = useOpenFeed().actions;
  const isAwaited = useFeed(({ deck }) => !currentCard(deck));
  const isPageMissing = useFeed((state) => state.isPageMissing);
  const isExplained = useFeed((state) => state.hintSeq === state.deck.seq && !isLive(state));
  const ad = useFeed((state) => state.ad);
  return (
    <>
      {isAwaited ? <AwaitedCard failed={isPageMissing} onRetry={retryPage} /> : null}
      {isExplained ? <NewCardHint /> : null}
      <PlayedEffect />
      {ad === null ? null : <Advertisement zapsBetweenAds={ad} onContinue={endAd} />}
    </>
  );
}
