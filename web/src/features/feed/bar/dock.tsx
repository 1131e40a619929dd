import ChevronDown from 'lucide-react/icons/chevron-down';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import Pointer from 'lucide-react/icons/pointer';
import type { ReactNode } from 'react';
import './dock.css';
import { pressOnRelease } from '../gestures/press-on-release.ts';

interface Props {
  /** The framed app takes the touches: the handle leads back. */
  live: boolean;
  canTry: boolean;
  shut: boolean;
  onTry: () => void;
  onBack: () => void;
  onToggle: () => void;
  children: ReactNode;
}

const chip =
  'feed-glass pointer-events-auto inline-flex min-h-11 items-center gap-2 rounded-pill px-4.5 text-sm font-semibold transition duration-200 ease-out active:scale-95';

/** Everything at the foot of the feed: the handle between swiping and trying, the toggle, and the action bar. */
export function Dock({ live, canTry, shut, onTry, onBack, onToggle, children }: Props) {
  return (
    <div
      className="feed-dock pointer-events-none absolute inset-x-0 bottom-0 z-[22] flex flex-col items-center gap-2.5"
      data-shut={shut ? '' : undefined}
      onTouchEnd={pressOnRelease}
    >
      <div className="feed-dock-row" data-live={live ? '' : undefined}>
        {live ? null : <span />}
        {live ? (
          <button type="button" className={`${chip} feed-handle`} onClick={onBack}>
            <GalleryHorizontal size={18} aria-hidden="true" />
            <span className="feed-handle-label">Back to swiping</span>
          </button>
        ) : canTry ? (
          <button type="button" className={chip} onClick={onTry}>
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
          className="feed-glass pointer-events-auto mr-1 grid size-11 place-items-center justify-self-end rounded-full transition duration-200 active:scale-90"
          onClick={onToggle}
        >
          <ChevronDown
            size={20}
            className={`transition-transform duration-300 ${shut ? 'rotate-180' : ''}`}
            aria-hidden="true"
          />
        </button>
      </div>
      {children}
    </div>
  );
}
