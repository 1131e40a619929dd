import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import { useEffect, useRef } from 'react';
import { isLive } from '../store/feed-state.ts';
import { useFeed, useOpenFeed } from '../store/use-feed.ts';
import { chipClass } from './chip-class.ts';
import './dock.css';
import { pressOnRelease } from '../gestures/press-on-release.ts';

/**
 * The way back from an app that is tried. It has to lie before the frame in the document: Tab leads from it into the
 * app, and Shift and Tab back out. No key that is pressed inside a foreign frame is ever heard of here.
 */
function Handle() {
  const { store, actions } = useOpenFeed();
  // The bar is away: the handle stands at the foot.
  const isBarShut = useFeed(({ shut }) => shut.app);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wanted = store.get().tried?.by === 'key' ? '.feed-handle' : '[data-role="current"] iframe';
    place.current?.closest('.feed')?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [store]);
  return (
    <div
      ref={place}
      className="feed-handle-place"
      data-shut={isBarShut ? '' : undefined}
      onTouchEnd={pressOnRelease}
    >
      <button type="button" className={`${chipClass} feed-handle`} onClick={actions.lower}>
        <GalleryHorizontal size={18} aria-hidden="true" />
        <span className="feed-handle-label">
          Back to swiping
          <span className="feed-handle-keys" aria-hidden="true">
            Esc: back · Tab: into the app
          </span>
        </span>
      </button>
    </div>
  );
}

/** The handle, while an app is tried. Whoever asked by a key gets it into the focus; else the app has that at once. */
export function LiveHandle() {
  return useFeed(isLive) ? <Handle /> : null;
}
