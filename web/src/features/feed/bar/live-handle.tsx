import GalleryHorizontal from 'lucide-react/icons/gallery-horizontal';
import { chipClass } from './chip-class.ts';
import './dock.css';
import { pressOnRelease } from '../gestures/press-on-release.ts';

interface Props {
  /** The action bar is away: the handle stands at the foot. */
  barShut: boolean;
  onBack: () => void;
}

/**
 * The way back from an app that is tried. It has to lie before the frame in the document: Tab leads from it into the
 * app, and Shift and Tab back out. No key that is pressed inside a foreign frame is ever heard of here.
 */
export function LiveHandle({ barShut, onBack }: Props) {
  return (
    <div className="feed-handle-place" data-shut={barShut ? '' : undefined} onTouchEnd={pressOnRelease}>
      <button type="button" className={`${chipClass} feed-handle`} onClick={onBack}>
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
