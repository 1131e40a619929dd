import { t } from '@lingui/core/macro';
import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import { useEffect, useRef } from 'react';
import { focusApp, focusFeed } from '../../engine/keyboard/focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { chipClass } from './chip-class.ts';
import './dock.css';
import { pressOnRelease } from '../../engine/swipe/press-on-release.ts';

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
