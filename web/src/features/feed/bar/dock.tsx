import ChevronDown from 'lucide-react/icons/chevron-down';
import Pointer from 'lucide-react/icons/pointer';
import type { MouseEvent } from 'react';
import { behindBar, canTry, isLive, type LiftedBy } from '../store/feed-state.ts';
import { useFeed, useOpenFeed } from '../store/use-feed.ts';
import { DeckBar } from './deck-bar.tsx';
import { chipClass, roundClass } from './chip-class.ts';
import './dock.css';
import { ShareButton } from './share-button.tsx';
import { pressOnRelease } from '../gestures/press-on-release.ts';

/** A click that no pointer made is a key's, unless it is our own in place of a finger's. */
function pressedBy({ detail, isTrusted }: MouseEvent): LiftedBy {
  return detail === 0 && isTrusted ? 'key' : 'pointer';
}

/**
 * Everything at the foot of the feed: the way to try the app, the toggle, and the action bar. While the app is live, the
 * handle that leads back lies before its frame.
 */
export function Dock() {
  const { tryIt, toggleBar } = useOpenFeed().actions;
  const live = useFeed(isLive);
  const isTryable = useFeed(canTry);
  const shut = useFeed((state) => state.shut[behindBar(state)]);
  return (
    <div
      className="feed-dock pointer-events-none absolute inset-x-0 bottom-0 z-[22] flex flex-col items-center gap-2.5"
      data-shut={shut ? '' : undefined}
      onTouchEnd={pressOnRelease}
    >
      <div className="feed-dock-row" data-live={live ? '' : undefined}>
        {live ? null : <ShareButton />}
        {live ? null : isTryable ? (
          <button
            type="button"
            className={`feed-try ${chipClass}`}
            onClick={(event) => tryIt(pressedBy(event))}
          >
            <Pointer size={17} aria-hidden="true" />
            Try it
          </button>
        ) : (
          <span />
        )}
        <button
          type="button"
          aria-label={shut ? 'Show the action bar' : 'Hide the action bar'}
          data-tooltip={shut ? 'Show the action bar' : 'Hide the action bar'}
          aria-expanded={!shut}
          className={`feed-toggle ${roundClass} mr-1 justify-self-end`}
          onClick={toggleBar}
        >
          <ChevronDown
            size={20}
            className={`transition-transform duration-300 ${shut ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
      </div>
      <DeckBar />
    </div>
  );
}
