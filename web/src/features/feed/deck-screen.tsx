import { memo, useEffect, useMemo, useRef } from 'react';
import { Dock } from './parts/bar/dock.tsx';
import { LiveHandle } from './parts/bar/live-handle.tsx';
import { DeckFrame } from './feed-frame.tsx';
import { Stage } from './parts/cards/stage.tsx';
import { Keys } from './parts/keys/keys.tsx';
import { Overlays } from './parts/overlay/overlays.tsx';
import { feedOf } from './create-feed.ts';
import type { FeedStore } from './state/feed-store.ts';
import { FeedContext } from './parts/use-feed.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { Details, type RenderDetails } from './details.tsx';

const ComingBack = lazyPart(() => import('./parts/faces/coming-back.tsx'));

interface Props {
  userId: string;
  isGuest: boolean;
  /** False while another screen covers the feed. Then the engine is stopped. */
  isShown: boolean;
  store: FeedStore;
  renderDetails: RenderDetails;
}

/** Runs the engine on a deck and renders the parts, each of which selects its own state from the store. */
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
        <Keys />
        {isGuest ? null : <ComingBack />}
      </DeckFrame>
    </FeedContext>
  );
});
