import { AppDetails } from '../features/app-details/app-details.tsx';
import { Feed } from '../features/feed/feed.tsx';

/** The feed with the details of an app in their place. */
export default function FeedScreen() {
  return (
    <Feed
      renderDetails={(app, close, onChecked) => (
        <AppDetails app={app} open onClose={close} onChecked={onChecked} />
      )}
    />
  );
}
