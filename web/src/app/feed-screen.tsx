import type { App } from '@zapdeck/contract/apps';
import { AppDetails } from '../features/app-details/app-details.tsx';
import { Feed } from '../features/feed/feed.tsx';
import { firstCardLoaded } from '../features/feed/frames/card-events.ts';
import { loadOfflineWorker } from './load-offline-worker.ts';

// What the worker sets aside would hold up the first app on a slow line.
void firstCardLoaded.then(loadOfflineWorker);

function renderDetails(app: App, close: () => void, onChecked: (frameStatus: App['frameStatus']) => void) {
  return <AppDetails app={app} open onClose={close} onChecked={onChecked} />;
}

/** The feed with the details of an app in their place. */
export default function FeedScreen() {
  return <Feed renderDetails={renderDetails} />;
}
