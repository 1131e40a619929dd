import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { useFeed, useOpenFeed } from '../use-feed.ts';

const KeyList = lazyPart(() => import('./key-list.tsx'));

export function Keys() {
  const { close, explain } = useOpenFeed().actions;
  const open = useFeed(({ dialog }) => dialog === 'keys');
  return <KeyList open={open} onClose={close} onExplain={explain} />;
}
