import type { VoteType } from '@zapdeck/contract/feed/votes';
import ThumbsDown from 'lucide-react/icons/thumbs-down';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import type { CSSProperties } from 'react';
import type { Point } from '../../state/feed-state.ts';

const RAYS = [0, 45, 90, 135, 180, 225, 270, 315];

/** The animation of a vote, at the finger or in the middle. */
export function ThumbBurst({ voteType, at }: { voteType: VoteType; at?: Point | undefined }) {
  const up = voteType === 'up';
  const Icon = up ? ThumbsUp : ThumbsDown;
  const colour = up ? 'bg-up' : 'bg-down';
  return (
    <div
      className={`pointer-events-none absolute z-10 grid place-items-center ${at ? 'size-0' : 'inset-0'}`}
      style={at && { left: at.x, top: at.y }}
      aria-hidden="true"
    >
      {RAYS.map((turn) => (
        <span
          key={turn}
          className={`feed-spark absolute h-9 w-2 rounded-pill ${colour}`}
          style={{ '--turn': `${turn}deg`, '--reach': '118px' } as CSSProperties}
        />
      ))}
      <span
        className={`feed-thumb grid size-32 place-items-center rounded-full text-night shadow-2xl ${colour}`}
        style={{ '--lean': up ? '-30deg' : '30deg' } as CSSProperties}
      >
        <Icon size={64} strokeWidth={2.2} />
      </span>
    </div>
  );
}
