import { memo, useEffect, useMemo, useRef } from 'react';
import { Dock } from './bar/dock.tsx';
import { LiveHandle } from './bar/live-handle.tsx';
import { DeckFrame } from './feed-frame.tsx';
import { Stage } from './frames/stage.tsx';
import { KeyHints } from './gestures/key-hints.tsx';
import { Keys } from './gestures/keys.tsx';
import { Overlays } from './overlay/overlays.tsx';
import { feedOf } from './store/create-feed.ts';
import type { FeedStore } from './store/feed-store.ts';
import { FeedContext } from './store/use-feed.ts';
import { Details, type RenderDetails } from './details.tsx';

interface Props {
  userId: string;
  isGuest: boolean;
  /** Behind another screen nothing goes on. */
  isShown: boolean;
  store: FeedStore;
  renderDetails: RenderDetails;
}

/** The deck at work: the parts of the screen, each of which reads of the store what it shows. */
export const DeckScreen = memo(function DeckScreen({
  userId,
  isGuest,
  isShown,
  store,
  renderDetails,
}: Props) {
  const root = useRef<HTMLDivElement>(null);
  const feed = useMemo(() => feedOf(store, { id: userId, isGuest }), [store, userId, isGuest]);
  useEffect(() => (isShown && root.current ? feed.start(root.current) : undefined), [feed, isShown]);
  useEffect(() => (isShown ? store.park : undefined), [store, isShown]);
  useEffect(() => store.rest, [store]);
  return (
    <FeedContext value={feed}>
      <DeckFrame ref={root}>
        <LiveHandle />
        <Stage />
        <Overlays />
        <Dock />
        <Details render={renderDetails} />
        <KeyHints />
        <Keys />
      </DeckFrame>
    </FeedContext>
  );
});
