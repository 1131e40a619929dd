import { t } from '@lingui/core/macro';
import './hero.css';
import { MazeArt, PianoArt, TimerArt } from './demo-art.tsx';
import { say } from '../../lib/say.ts';

const cards = [
  {
    title: 'Tiny Piano',
    category: 'Music & Audio',
    stamp: 'LIKE',
    art: PianoArt,
  },
  {
    title: 'Focus Tomato',
    category: 'Productivity',
    stamp: 'PASS',
    art: TimerArt,
  },
  {
    title: 'Maze Runner',
    category: 'Games',
    stamp: 'ZAP',
    art: MazeArt,
  },
];

const stampClass = 'deck-stamp display absolute top-7 rounded-xl border-4 px-3 py-1.5 text-3xl';

function Stamp({ kind }: { kind: string }) {
  if (kind === 'ZAP') {
    return (
      <svg
        viewBox="0 0 26 42"
        className="deck-stamp absolute inset-x-0 top-[8%] mx-auto h-[62%] drop-shadow-2xl"
      >
        <path d="M17.5 0 0 24.5h10.2L7 42l19-26H15.2z" className="fill-bolt" />
      </svg>
    );
  }
  // oxlint-disable-next-line zapdeck/physical-sides -- Stamps follow the swipe.
  const look = kind === 'LIKE' ? 'left-6 border-up bg-up/25' : 'right-6 border-down bg-down/25';
  return <span className={`${stampClass} ${look}`}>{kind === 'LIKE' ? t`LIKE` : t`PASS`}</span>;
}

/** Animated deck of three demo cards. */
export function DemoDeck({ paused }: { paused: boolean }) {
  return (
    <div
      aria-hidden="true"
      className={`deck w-[min(21rem,28vw)] forced-color-adjust-none ${paused ? 'deck-paused' : ''}`}
    >
      {cards.map(({ title, category, stamp, art: Art }) => (
        <div key={title} className="deck-card">
          <svg viewBox="0 0 300 410" className="absolute inset-0 size-full">
            <Art />
          </svg>
          <Stamp kind={stamp} />
          <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/60 to-transparent p-[min(1.25rem,2.7vw)] pt-[min(3.5rem,7.5vw)]">
            <p className="display text-[min(1.5rem,3.2vw)]">{title}</p>
            <p className="text-[min(.875rem,1.9vw)] text-white/85">{say(category)}</p>
          </div>
        </div>
      ))}
    </div>
  );
}
