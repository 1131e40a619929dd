import { AppDetails } from '../features/app-details/app-details.tsx';
import type { DetailsOptions } from '../features/feed/details.tsx';
import { Feed } from '../features/feed/feed.tsx';
import { firstCardLoaded } from '../features/feed/engine/card-events.ts';
import { loadOfflineWorker } from './load-offline-worker.ts';

// On a slow connection, the files that the worker caches would delay the first app.
void firstCardLoaded.then(loadOfflineWorker);

const renderDetails = (options: DetailsOptions) => <AppDetails open {...options} />;

/** The feed, with the details dialog as a prop. */
export default function FeedScreen({ isShown }: { isShown: boolean }) {
  return <Feed isShown={isShown} renderDetails={renderDetails} />;
}
