import { Suspense, useState } from 'react';
import { Waiting } from '../components/ui/waiting.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { lazyFeed } from './screens.tsx';

/** Feed of one user. Once displayed, it stays mounted behind other screens, hidden and inert, with its state. */
export function FeedLayer({ isShown }: { isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  if (!wasShown) return null;
  return (
    <main
      id={isShown ? 'content' : undefined}
      tabIndex={-1}
      inert={!isShown}
      className={`fixed inset-0 bg-night ${isShown ? '' : 'invisible'}`}
    >
      <ErrorBoundary isShown={isShown}>
        <Suspense fallback={<Waiting />}>
          <lazyFeed.Component isShown={isShown} />
        </Suspense>
      </ErrorBoundary>
    </main>
  );
}
