import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import { useEffect, useRef } from 'react';
import { focusApp, focusFeed } from '../../engine/keyboard/focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { chipClass } from './chip-class.ts';
import './dock.css';
import { pressOnRelease } from '../../engine/swipe/press-on-release.ts';

/**
 * The way back from an app that is tried. It has to lie before the frame in the document: Tab leads from it into the
 * app, and Shift and Tab back out. No key that is pressed inside a foreign frame is ever heard of here.
 */
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
      <button type="button" className={`${chipClass} feed-handle`} onClick={actions.lower}>
        <GalleryHorizontal size={18} className="shrink-0" aria-hidden="true" />
        <span className="feed-chip-label truncate">Back to swiping</span>
        <span className="feed-handle-keys" aria-hidden="true">
          Esc: back · Tab: into the app
        </span>
      </button>
    </div>
  );
}

/**
 * The handle, while an app is tried. A key gives it the focus, and a touch gives it to the app. After a click the feed
 * keeps the focus, so that Escape leads back; the next click or key is the app's.
 */
export function LiveHandle() {
  return useFeed(isLive) ? <Handle /> : null;
}
