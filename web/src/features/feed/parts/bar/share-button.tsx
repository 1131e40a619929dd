import { t } from '@lingui/core/macro';
import type { App } from '@zapdeck/contract/apps/apps';
import Share2 from 'lucide-react/icons/share-2';
import { sayNotLoaded } from '../../../../lib/lazy-part.tsx';
import { currentApp } from '../../state/deck.ts';
import { isIdle } from '../../state/feed-state.ts';
import { useFeed } from '../use-feed.ts';
import { roundClass } from './chip-class.ts';

function share(app: App): void {
  void import('../../../../lib/share-app.ts').then(({ shareApp }) => shareApp(app), sayNotLoaded);
}

export function ShareButton() {
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
