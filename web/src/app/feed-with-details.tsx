import { AppDetails } from '../features/app-details/app-details.tsx';
import FeedScreen from '../features/feed/feed-screen.tsx';

/** The feed with the details of an app in their place. */
export default function FeedWithDetails() {
  return (
    <FeedScreen
      renderDetails={(app, close, onChecked) => (
        <AppDetails app={app} open onClose={close} onChecked={onChecked} />
      )}
    />
  );
}
