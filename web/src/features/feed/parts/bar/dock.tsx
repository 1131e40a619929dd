import { t } from '@lingui/core/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import Pointer from 'lucide-react/icons/pointer';
import type { MouseEvent } from 'react';
import { currentApp } from '../../state/deck.ts';
import { pressOnRelease } from '../../engine/swipe/press-on-release.ts';
import { besideBar, canTry, isLive, type TriedBy } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { DeckBar } from './deck-bar.tsx';
import { chipClass, roundClass } from './chip-class.ts';
import './dock.css';
import { ShareButton } from './share-button.tsx';

/** Keys cause clicks with detail 0. Touches cause untrusted clicks, made by pressOnRelease. */
function pressedBy({ detail, isTrusted }: MouseEvent): TriedBy {
  if (!isTrusted) return 'touch';
  return detail === 0 ? 'key' : 'mouse';
}

function OpenInTab() {
  const url = useFeed(({ deck }) => currentApp(deck)?.url);
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
      aria-label={t`Open in a tab. Downloads and camera need one.`}
      data-tooltip={t`Downloads and camera need a new tab`}
      className={`feed-in-tab ${chipClass}`}
    >
      <ExternalLink size={17} className="shrink-0" aria-hidden="true" />
      <span className="feed-chip-label truncate">{t`Open in a tab`}</span>
    </a>
  );
}

/** Keeps the room of the handle, which is elsewhere in the document and lies over this row. */
function HandleRoom() {
  return (
    <span className={`feed-handle-room ${chipClass}`} aria-hidden="true">
      <span className="w-4.5" />
      <span>{t`Back to swiping`}</span>
    </span>
  );
}

function TryButton() {
  const { tryIt } = useOpenFeed().actions;
  return (
    <button type="button" className={`feed-try ${chipClass}`} onClick={(event) => tryIt(pressedBy(event))}>
      <Pointer size={17} className="shrink-0" aria-hidden="true" />
      <span className="feed-chip-label truncate">{t`Try it`}</span>
    </button>
  );
}

/** The controls below the cards: share, try it, the toggle and the action bar. */
export function Dock() {
  const { toggleBar } = useOpenFeed().actions;
  const live = useFeed(isLive);
  const isTryable = useFeed(canTry);
  const shut = useFeed((state) => state.shut[besideBar(state)]);
  const toggleLabel = shut ? t`Show the action bar` : t`Hide the action bar`;
  return (
    <div
      className="feed-dock pointer-events-none absolute z-[22]"
      data-shut={shut ? '' : undefined}
      onTouchEnd={pressOnRelease}
    >
      <div className="feed-dock-row" data-live={live ? '' : undefined}>
        {live ? <HandleRoom /> : <ShareButton />}
        {live ? <OpenInTab /> : null}
        {live ? null : isTryable ? <TryButton /> : <span />}
        <button
          type="button"
          aria-label={toggleLabel}
          data-tooltip={toggleLabel}
          aria-expanded={!shut}
          className={`feed-toggle ${roundClass}`}
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
