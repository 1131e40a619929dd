import { lazy, Suspense, useState } from 'react';
import { useFeed, useOpenFeed } from '../store/use-feed.ts';

const KeyList = lazy(() => import('./key-list.tsx'));

/** The list of the keys, loaded when somebody first asks for it. */
export function Keys() {
  const { close } = useOpenFeed().actions;
  const open = useFeed(({ dialog }) => dialog === 'keys');
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <KeyList open={open} onClose={close} />
    </Suspense>
  );
}
