import { t } from '@lingui/core/macro';
import type { VoteType } from '@zapdeck/contract/feed/votes';
import CloudOff from 'lucide-react/icons/cloud-off';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { type CSSProperties, lazy, Suspense } from 'react';
import { Button } from '../../../../components/ui/button.tsx';
import { Spinner } from '../../../../components/ui/spinner.tsx';
import { useConnected } from '../../../../lib/connection.ts';
import { currentCard } from '../../state/deck.ts';
import type { Point } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import './overlay.css';

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

/** The animation of a vote, at the finger or in the middle. */
export function ThumbBurst({ voteType, at }: { voteType: VoteType; at?: Point | undefined }) {
  const up = voteType === 'up';
  const Icon = up ? ThumbsUp : ThumbsDown;
  const colour = up ? 'bg-up' : 'bg-down';
  return (
    <div
      className={`pointer-events-none absolute z-10 grid place-items-center ${at ? 'size-0' : 'inset-0'}`}
      style={at && { left: at.x, top: at.y }}
      aria-hidden="true"
    >
      {RAYS.map((turn) => (
        <span
          key={turn}
          className={`feed-spark absolute h-9 w-2 rounded-pill ${colour}`}
          style={{ '--turn': `${turn}deg`, '--reach': '118px' } as CSSProperties}
        />
      ))}
      <span
        className={`feed-thumb grid size-32 place-items-center rounded-full text-night shadow-2xl ${colour}`}
        style={{ '--lean': up ? '-30deg' : '30deg' } as CSSProperties}
      >
        <Icon size={64} strokeWidth={2.2} />
      </span>
    </div>
  );
}

interface Props {
  offline: boolean;
  /** The server has too much to do. */
  busy?: boolean;
  onRetry: () => void;
}

export function FailedDeck({ offline, busy = false, onRetry }: Props) {
  return (
    <section
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-6 bg-paper px-8 pb-16 text-center text-ink"
    >
      <span className="grid size-20 place-items-center rounded-full bg-brand-soft text-brand-ink">
        <CloudOff size={36} aria-hidden="true" />
      </span>
      <div className="max-w-md">
        <h2 className="display text-title">{offline ? t`You are offline` : t`Couldn’t load apps`}</h2>
        <p className="mt-3 text-muted">
          {offline
            ? t`We’ll reload when you’re back online.`
            : busy
              ? t`We’re busy right now. Your votes are safe. Try again in a minute.`
              : t`Something went wrong. Your votes are safe.`}
        </p>
      </div>
      <Button onClick={onRetry}>{t`Try again`}</Button>
    </section>
  );
}

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
