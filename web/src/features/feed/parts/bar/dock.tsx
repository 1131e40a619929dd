import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ExternalLink from 'lucide-react/icons/external-link';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import Pointer from 'lucide-react/icons/pointer';
import Share2 from 'lucide-react/icons/share-2';
import { type MouseEvent, useEffect, useRef } from 'react';
import { sayNotLoaded } from '../../../../lib/lazy-part.tsx';
import { focusApp, focusFeed } from '../../engine/keyboard/focus-feed.ts';
import { pressOnRelease } from '../../engine/swipe/press-on-release.ts';
import { currentApp, undoableStep, voteOf } from '../../state/deck.ts';
import { besideBar, canTry, type FeedState, isIdle, isLive, type TriedBy } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { ActionBar } from './action-bar.tsx';
import './dock.css';

const surface =
  'pointer-events-auto bg-white/12 text-white transition duration-200 ease-out hover:bg-white/20 active:scale-95';

const chipClass = `${surface} inline-flex min-h-11 min-w-0 items-center gap-2 rounded-pill px-[min(.875rem,4vw)] text-sm font-semibold whitespace-nowrap`;

const roundClass = `${surface} grid size-11 shrink-0 place-items-center rounded-full`;

function frontVote({ deck }: FeedState) {
  const app = currentApp(deck);
  return app ? voteOf(app) : null;
}

function isVoteBusy({ deck, pending }: FeedState): boolean {
  const app = currentApp(deck);
  return app !== undefined && pending.has(app.id);
}

function DeckBar() {
  const { actions } = useOpenFeed();
  return (
    <ActionBar
      vote={useFeed(frontVote)}
      voteBusy={useFeed(isVoteBusy)}
      canUndo={useFeed(({ deck }) => undoableStep(deck) !== undefined)}
      idle={useFeed(isIdle)}
      votable={useFeed(({ deck }) => currentApp(deck) !== undefined)}
      actions={actions}
    />
  );
}

function share(app: App): void {
  void import('../../../../lib/share-app.ts').then(({ shareApp }) => shareApp(app), sayNotLoaded);
}

function ShareButton() {
  const app = useFeed(({ deck }) => currentApp(deck));
  const idle = useFeed(isIdle);
  if (!app || idle) return <span />;
  const label = t`Share`;
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      className={roundClass}
      onClick={() => share(app)}
    >
      <Share2 size={19} aria-hidden="true" />
    </button>
  );
}

/** Ends trying the app. It is before the frame in the document, so that Tab leads into the app and Shift+Tab back. */
function Handle() {
  const { store, actions } = useOpenFeed();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const by = store.get().tried?.by;
    if (by === 'key') place.current?.querySelector('button')?.focus({ preventScroll: true });
    else if (by === 'touch') focusApp();
    else focusFeed();
  }, [store]);
  return (
    <div ref={place} className="feed-handle-place" onTouchEnd={pressOnRelease}>
      <button type="button" className={`${chipClass} feed-handle`} onClick={actions.stopTrying}>
        <GalleryHorizontal size={18} className="shrink-0" aria-hidden="true" />
        <span className="feed-chip-label truncate">{t`Back to swiping`}</span>
        <span className="feed-handle-keys" aria-hidden="true">{t`Esc: back · Tab: into the app`}</span>
      </button>
    </div>
  );
}

/** Focuses the handle after a key, the app after a touch, and the feed after a click, so that Escape still leads back. */
export function LiveHandle() {
  return useFeed(isLive) ? <Handle /> : null;
}

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
