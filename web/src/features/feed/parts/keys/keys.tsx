import { lazyPart } from '../../../../lib/lazy-part.tsx';
import { useMinWidth } from '../../../../lib/use-min-width.ts';
import { withMessages } from '../../../../messages/messages.ts';
import { useFeed, useOpenFeed } from '../use-feed.ts';

const KeyHints = lazyPart(() => withMessages('feed-late', () => import('./key-hints.tsx')));
const KeyList = lazyPart(() => withMessages('feed-late', () => import('./key-list.tsx')));

const WIDE_REM = 75;

/** The list of all keys and, on wide screens, the most important ones. */
export function Keys() {
  const { close, explain } = useOpenFeed().actions;
  const open = useFeed(({ dialog }) => dialog === 'keys');
  const isWide = useMinWidth(WIDE_REM);
  return (
    <>
      {isWide ? <KeyHints /> : null}
      <KeyList open={open} onClose={close} onExplain={explain} />
    </>
  );
}
