import type { Deck } from '../deck/deck.ts';
import { Card } from './card.tsx';
import './cards.css';
import { slotsOf } from './slots.ts';
import { usePreload } from './use-preload.ts';

interface Props {
  deck: Deck;
  live: boolean;
  /** The showings whose frame has loaded. */
  loaded: readonly number[];
  onLoaded: (seq: number) => void;
  onShown: (seq: number) => void;
  onSettled: (seq: number) => void;
  onLift: () => void;
}

/** The card in front, the next one under it and the one on its way out; at most two of them hold a frame. */
export function Stage({ deck, live, loaded, onLoaded, onShown, onSettled, onLift }: Props) {
  const preload = usePreload(deck.seq, loaded.includes(deck.seq));
  return (
    <div className="absolute inset-0 overflow-hidden bg-night">
      {slotsOf(deck).map((slot) => (
        <Card
          key={slot.seq}
          slot={slot}
          mayLoad={slot.role === 'next' && preload && deck.leaving === null}
          loaded={loaded.includes(slot.seq)}
          live={live && slot.role === 'current'}
          onLoaded={onLoaded}
          onShown={onShown}
          onSettled={onSettled}
          onLift={onLift}
        />
      ))}
    </div>
  );
}
