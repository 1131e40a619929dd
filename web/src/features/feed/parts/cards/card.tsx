import { lazy, memo, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { END } from '../../state/deck.ts';
import { withMessages } from '../../../../messages/messages.ts';
import { leaveStage, raiseCard, returnCard } from '../../engine/swipe/card-motion.ts';
import { ThumbBurst } from '../overlay/overlays.tsx';
import { useFeed, useOpenFeed } from '../use-feed.ts';
import { AppFace } from './app-face.tsx';
import type { Slot } from './slots.ts';

const loadEndCard = () => withMessages('feed-late', () => import('../faces/end-card.tsx'));
const EndCard = lazy(loadEndCard);

// Loaded after the first card, but before a user without a network can reach the end.
setTimeout(() => void loadEndCard().catch(() => undefined), 4_000);

/** A preloaded app paints under the front card for this time, then it is hidden. */
const PARK_AFTER_MS = 1_000;

interface Props {
  slot: Slot;
  /** The next card may load its frame. */
  mayLoad: boolean;
  loaded: boolean;
  live: boolean;
}

/** One showing of a card, from the next place to the front and off the stage. */
export const Card = memo(function Card({ slot, loaded, ...face }: Props) {
  const { seq, card, role } = slot;
  const element = useRef<HTMLDivElement>(null);
  const wasNext = useRef(role === 'next');
  const entered = useRef(false);
  const [parked, setParked] = useState(false);
  const { onLoaded, onSettled } = useOpenFeed().cards;
  const isUnderAd = useFeed(({ ad }) => ad !== null);

  useEffect(() => {
    if (card === END) onLoaded(seq);
  }, [card, seq, onLoaded]);

  useEffect(() => {
    if (role !== 'next' || !loaded) return setParked(false);
    const timer = setTimeout(() => setParked(true), PARK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [role, loaded]);

  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    if (role === 'current' && !entered.current) {
      entered.current = true;
      if (wasNext.current) raiseCard(box);
      else if (slot.returning !== null) returnCard(box, slot.returning);
    }
    if (role !== 'leaving' || !slot.exit) return;
    let mounted = true;
    void leaveStage(box, slot.exit).then(() => mounted && onSettled(seq));
    return () => void (mounted = false);
  }, [role, seq, slot, onSettled]);

  return (
    <div
      ref={element}
      className="feed-card"
      data-role={role}
      data-exit={slot.exit ?? undefined}
      data-parked={parked && role === 'next' ? '' : undefined}
      data-seq={seq}
      inert={role !== 'current' || isUnderAd}
      aria-hidden={role === 'current' ? undefined : true}
    >
      {card === END ? (
        <Suspense>
          <EndCard />
        </Suspense>
      ) : (
        <AppFace
          seq={seq}
          app={card}
          role={role}
          isBack={slot.returning !== null}
          loaded={loaded}
          {...face}
        />
      )}
      {slot.exit === 'like' ? <ThumbBurst voteType="up" /> : null}
      <div className="feed-shade" data-part="shade" />
    </div>
  );
});
