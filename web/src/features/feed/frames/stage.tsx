import type { Deck } from '../deck/deck.ts';
import type { EndCardProps } from '../faces/end-card.tsx';
import { Card, type CardEvents } from './card.tsx';
import './cards.css';
import { slotsOf } from './slots.ts';
import { usePreload } from './use-preload.ts';

interface Props extends CardEvents {
  deck: Deck;
  live: boolean;
  /** The showings whose frame has loaded. */
  loaded: readonly number[];
  end: EndCardProps;
}

/** The card in front, the next one under it and the one on its way out; at most two of them hold a frame. */
export function Stage({ deck, live, loaded, ...rest }: Props) {
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
          {...rest}
        />
      ))}
    </div>
  );
}
