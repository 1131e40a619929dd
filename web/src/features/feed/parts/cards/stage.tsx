import { useMemo } from 'react';
import { isLive } from '../../state/feed-state.ts';
import { useFeed } from '../use-feed.ts';
import { Card } from './card.tsx';
import './cards.css';
import { slotsOf } from './slots.ts';

/** The front card, the next one under it and the one that leaves. At most two of them hold a frame. */
export function Stage() {
  const deck = useFeed((state) => state.deck);
  const loaded = useFeed((state) => state.loaded);
  const mayPreload = useFeed((state) => state.preloadSeq === state.deck.seq && state.deck.leaving === null);
  const live = useFeed(isLive);
  // Behind another screen, only the front card keeps its frame.
  const isAway = useFeed((state) => state.isAway);
  const slots = useMemo(
    () => slotsOf(deck).filter(({ role }) => role === 'current' || !isAway),
    [deck, isAway],
  );
  return (
    <div className="feed-stage bg-night">
      {slots.map((slot) => (
        <Card
          key={slot.seq}
          slot={slot}
          mayLoad={slot.role === 'next' && mayPreload}
          loaded={loaded.includes(slot.seq)}
          live={live && slot.role === 'current'}
        />
      ))}
    </div>
  );
}
