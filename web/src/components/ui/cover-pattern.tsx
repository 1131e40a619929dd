import { useId } from 'react';
import type { CoverDesign } from '../../lib/cover-design.ts';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function Rings({ seeds }: { seeds: CoverDesign['seeds'] }) {
  const x = 60 + (seeds[0] % 40);
  const y = (seeds[1] % 60) - 10;
  return range(6).map((ring) => (
    <circle
      key={ring}
      cx={x}
      cy={y}
      r={12 + ring * 14}
      fill="none"
      strokeWidth={5 - ring * 0.5}
      opacity={0.34 - ring * 0.045}
    />
  ));
}

function Waves({ seeds }: { seeds: CoverDesign['seeds'] }) {
  const swing = 6 + (seeds[0] % 8);
  return range(7).map((wave) => {
    const y = 18 + wave * 13;
    return (
      <path
        key={wave}
        d={`M-10 ${y} q 15 -${swing} 30 0 t 30 0 t 30 0 t 30 0`}
        fill="none"
        strokeWidth={1.6 + wave * 0.5}
        opacity={0.12 + wave * 0.035}
      />
    );
  });
}

function Dots({ seeds }: { seeds: CoverDesign['seeds'] }) {
  const corner = seeds[0] % 2 === 0;
  return range(81).map((index) => {
    const column = index % 9;
    const row = Math.floor(index / 9);
    const reach = (corner ? column + row : 8 - column + row) / 16;
    return (
      <circle
        key={index}
        cx={6 + column * 11}
        cy={6 + row * 11}
        r={0.6 + reach * 3.6}
        stroke="none"
        fill="currentColor"
        opacity={0.08 + reach * 0.25}
      />
    );
  });
}

function Rays({ seeds }: { seeds: CoverDesign['seeds'] }) {
  const x = 20 + (seeds[0] % 60);
  return range(12).map((ray) => {
    const from = (ray / 12) * Math.PI * 2 + seeds[1] / 60;
    const to = from + 0.26;
    const point = (turn: number) => `${x + Math.cos(turn) * 150} ${105 + Math.sin(turn) * 150}`;
    return (
      <path
        key={ray}
        d={`M${x} 105 L${point(from)} L${point(to)} Z`}
        stroke="none"
        fill="currentColor"
        opacity={0.13}
      />
    );
  });
}

function Tiles({ seeds }: { seeds: CoverDesign['seeds'] }) {
  return range(25).map((index) => {
    const mix = (index * 37 + seeds[0] * 13 + (index % 5) * seeds[1]) % 100;
    if (mix > 62) return null;
    const x = (index % 5) * 20;
    const y = Math.floor(index / 5) * 20;
    const shape = mix % 3;
    const look = { stroke: 'none', fill: 'currentColor', opacity: 0.08 + mix / 380 };
    if (shape === 0) return <rect key={index} x={x + 1} y={y + 1} width="18" height="18" rx="5" {...look} />;
    if (shape === 1) return <circle key={index} cx={x + 10} cy={y + 10} r="9" {...look} />;
    return <path key={index} d={`M${x + 1} ${y + 19} a18 18 0 0 1 18 -18 v18 Z`} {...look} />;
  });
}

function Hills({ seeds }: { seeds: CoverDesign['seeds'] }) {
  return (
    <>
      <circle
        cx={20 + (seeds[0] % 60)}
        cy={26 + (seeds[1] % 14)}
        r="13"
        stroke="none"
        fill="currentColor"
        opacity=".3"
      />
      {range(4).map((hill) => {
        const y = 52 + hill * 13;
        const bend = 10 + ((seeds[2] + hill * 31) % 22);
        const side = hill % 2 === 0 ? -1 : 1;
        return (
          <path
            key={hill}
            d={`M-5 ${y} C 25 ${y - bend * side}, 70 ${y + bend * side}, 105 ${y - 4} V105 H-5 Z`}
            stroke="none"
            fill="currentColor"
            opacity={0.11 + hill * 0.02}
          />
        );
      })}
    </>
  );
}

const drawings = { rings: Rings, waves: Waves, dots: Dots, rays: Rays, tiles: Tiles, hills: Hills };

/** The ends of a gradient from one side of a square to the other; 0 degrees leads up, 90 to the right. */
function gradientEnds(angle: number) {
  const [x, y] = [Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180)];
  const reach = (Math.abs(x) + Math.abs(y)) / 2;
  const at = (part: number) => (0.5 + part * reach).toFixed(3);
  return { x1: at(-x), y1: at(-y), x2: at(x), y2: at(y) };
}

/** The ground and the pattern of a drawn cover. Attributes throughout: prerendered HTML may carry no styles. */
export function CoverPattern({ design }: { design: CoverDesign }) {
  const ground = useId();
  const Drawing = drawings[design.pattern];
  const [light, deep] = design.colours;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="xMidYMid slice"
      stroke="currentColor"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <linearGradient id={ground} {...gradientEnds(design.angle)}>
        <stop stopColor={`oklch(${light})`} />
        <stop offset="1" stopColor={`oklch(${deep})`} />
      </linearGradient>
      <rect width="100" height="100" stroke="none" fill={`url(#${ground})`} />
      <Drawing seeds={design.seeds} />
    </svg>
  );
}
