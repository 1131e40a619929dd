import { t } from '@lingui/core/macro';
import { say } from '../../lib/say.ts';
import './hero.css';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function PianoArt() {
  return (
    <>
      {range(7).map((key) => (
        <rect
          key={key}
          x={22 + key * 37}
          y="128"
          width="34"
          height="150"
          rx="8"
          fill={key === 2 || key === 4 ? '#ffb4a2' : '#fff'}
          className={key === 2 || key === 4 ? 'deck-play' : undefined}
        />
      ))}
      {[0, 1, 3, 4, 5].map((key) => (
        <rect key={key} x={47 + key * 37} y="128" width="21" height="92" rx="6" fill="#3b1330" />
      ))}
      {range(5).map((note) => (
        <g key={note} className="deck-play" opacity=".9">
          <circle cx={54 + note * 48} cy={96 - ((note * 29) % 54)} r="7" fill="#fff" />
          <path d={`M${60 + note * 48} ${96 - ((note * 29) % 54)} v-26`} stroke="#fff" strokeWidth="3.5" />
        </g>
      ))}
    </>
  );
}

function TimerArt() {
  return (
    <>
      <circle cx="150" cy="172" r="92" fill="none" stroke="#fff" strokeOpacity=".22" strokeWidth="16" />
      <circle
        cx="150"
        cy="172"
        r="92"
        fill="none"
        stroke="#fff"
        strokeWidth="16"
        strokeLinecap="round"
        strokeDasharray="400 600"
        className="deck-turn"
      />
      <text
        x="150"
        y="190"
        textAnchor="middle"
        fontSize="54"
        fontWeight="700"
        fill="#fff"
        className="tabular"
      >
        17:42
      </text>
    </>
  );
}

function MazeArt() {
  return (
    <>
      <path
        d="M30 70h240v220H30zM70 70v60h60V110M110 170H30M70 210h80v-80h60v-60M190 170h80M110 250v40M150 210v40h60v-40h20M230 130h40M70 250v-40"
        fill="none"
        stroke="#fff"
        strokeOpacity=".9"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="92" cy="96" r="12" fill="#ffb066" className="deck-play" />
      <path
        d="M92 96v52h-20v44h-20v80"
        fill="none"
        stroke="#ffb066"
        strokeWidth="5"
        strokeDasharray="2 12"
        strokeLinecap="round"
      />
    </>
  );
}

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
