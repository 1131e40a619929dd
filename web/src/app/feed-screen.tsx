import { AppDetails } from '../features/app-details/app-details.tsx';
import type { DetailsOptions } from '../features/feed/details.tsx';
import { Feed } from '../features/feed/feed.tsx';
import { firstCardLoaded } from '../features/feed/engine/card-events.ts';
import { loadOfflineWorker } from './load-offline-worker.ts';

// What the worker sets aside would hold up the first app on a slow line.
void firstCardLoaded.then(loadOfflineWorker);

const renderDetails = (options: DetailsOptions) => <AppDetails open {...options} />;

/** The feed with the details of an app in their place. */
export default function FeedScreen({ isShown }: { isShown: boolean }) {
  return <Feed isShown={isShown} renderDetails={renderDetails} />;
}
