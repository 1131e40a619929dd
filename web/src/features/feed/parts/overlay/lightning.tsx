import type { CSSProperties } from 'react';

const SPARKS = [-68, -41, -20, 14, 37, 61, 104, 148, 196, 239];

export function Lightning() {
  return (
    <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center" aria-hidden="true">
      <div className="feed-flash absolute inset-0" />
      {SPARKS.map((turn, index) => (
        <span
          key={turn}
          className="feed-spark absolute h-16 w-1.5 rounded-pill bg-bolt"
          style={{ '--turn': `${turn}deg`, '--reach': `${150 + (index % 3) * 55}px` } as CSSProperties}
        />
      ))}
      <svg
        viewBox="0 0 100 160"
        className="feed-bolt h-[min(58dvh,30rem)] drop-shadow-[0_6px_28px_oklch(0.86_0.18_92/.7)]"
      >
        <path
          d="M62 0 L8 88 H46 L34 160 L94 62 H54 Z"
          className="fill-bolt stroke-night/80"
          strokeWidth="3"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}
