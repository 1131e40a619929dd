import Share2 from 'lucide-react/icons/share-2';
import { currentApp } from '../deck/deck.ts';
import { isIdle } from '../store/feed-state.ts';
import { useFeed } from '../store/use-feed.ts';
import { roundClass } from './chip-class.ts';

/** Shares the app in front at once; specification, section 2. What that takes is loaded with the details. */
export function ShareButton() {
  const app = useFeed(({ deck }) => currentApp(deck));
  const idle = useFeed(isIdle);
  if (!app || idle) return <span />;
  return (
    <button
      type="button"
      aria-label="Share"
      data-tooltip="Share"
      className={`${roundClass} ml-1 justify-self-start`}
      onClick={() => void import('../../../lib/share-app.ts').then(({ shareApp }) => shareApp(app))}
    >
      <Share2 size={19} aria-hidden="true" />
    </button>
  );
}
