import type { CoverDesign } from './cover-design.ts';

/** SVG shape in a square of 100 by 100. Shapes without a fill are stroked. */
export interface CoverShape {
  tag: 'circle' | 'path' | 'rect';
  attributes: Readonly<Record<string, string | number>>;
}

type Seeds = CoverDesign['seeds'];

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const round = (number: number) => Math.round(number * 1_000) / 1_000;

const stroked = (tag: CoverShape['tag'], strokeWidth: number, attributes: CoverShape['attributes']) => ({
  tag,
  attributes: { ...attributes, fill: 'none', strokeWidth: round(strokeWidth) },
});
const solid = (tag: CoverShape['tag'], opacity: number, attributes: CoverShape['attributes']) => ({
  tag,
  attributes: { ...attributes, stroke: 'none', fill: 'currentColor', opacity: round(opacity) },
});

function rings(seeds: Seeds): CoverShape[] {
  const cx = 60 + (seeds[0] % 40);
  const cy = (seeds[1] % 60) - 10;
  return range(6).map((ring) =>
    stroked('circle', 5 - ring * 0.5, { cx, cy, r: 12 + ring * 14, opacity: round(0.34 - ring * 0.045) }),
  );
}

function waves(seeds: Seeds): CoverShape[] {
  const swing = 6 + (seeds[0] % 8);
  return range(7).map((wave) =>
    stroked('path', 1.6 + wave * 0.5, {
      d: `M-10 ${18 + wave * 13} q 15 -${swing} 30 0 t 30 0 t 30 0 t 30 0`,
      opacity: round(0.12 + wave * 0.035),
    }),
  );
}

function dots(seeds: Seeds): CoverShape[] {
  const corner = seeds[0] % 2 === 0;
  return range(81).map((index) => {
    const column = index % 9;
    const row = Math.floor(index / 9);
    const reach = (corner ? column + row : 8 - column + row) / 16;
    const place = { cx: 6 + column * 11, cy: 6 + row * 11, r: round(0.6 + reach * 3.6) };
    return solid('circle', 0.08 + reach * 0.25, place);
  });
}

function rays(seeds: Seeds): CoverShape[] {
  const x = 20 + (seeds[0] % 60);
  return range(12).map((ray) => {
    const from = (ray / 12) * Math.PI * 2 + seeds[1] / 60;
    const point = (turn: number) => `${round(x + Math.cos(turn) * 150)} ${round(105 + Math.sin(turn) * 150)}`;
    return solid('path', 0.13, { d: `M${x} 105 L${point(from)} L${point(from + 0.26)} Z` });
  });
}

function tiles(seeds: Seeds): CoverShape[] {
  return range(25).flatMap((index) => {
    const mix = (index * 37 + seeds[0] * 13 + (index % 5) * seeds[1]) % 100;
    if (mix > 62) return [];
    const x = (index % 5) * 20;
    const y = Math.floor(index / 5) * 20;
    const opacity = 0.08 + mix / 380;
    const kind = mix % 3;
    if (kind === 0) return solid('rect', opacity, { x: x + 1, y: y + 1, width: 18, height: 18, rx: 5 });
    if (kind === 1) return solid('circle', opacity, { cx: x + 10, cy: y + 10, r: 9 });
    return solid('path', opacity, { d: `M${x + 1} ${y + 19} a18 18 0 0 1 18 -18 v18 Z` });
  });
}

function hills(seeds: Seeds): CoverShape[] {
  const sun = solid('circle', 0.3, { cx: 20 + (seeds[0] % 60), cy: 26 + (seeds[1] % 14), r: 13 });
  const slopes = range(4).map((hill) => {
    const y = 52 + hill * 13;
    const bend = (10 + ((seeds[2] + hill * 31) % 22)) * (hill % 2 === 0 ? -1 : 1);
    const d = `M-5 ${y} C 25 ${y - bend}, 70 ${y + bend}, 105 ${y - 4} V105 H-5 Z`;
    return solid('path', 0.11 + hill * 0.02, { d });
  });
  return [sun, ...slopes];
}

const drawings = { rings, waves, dots, rays, tiles, hills };

export function coverShapes({ pattern, seeds }: CoverDesign): CoverShape[] {
  return drawings[pattern](seeds);
}

/** Returns points of a unit square. 0 degrees points up, 90 to the right. */
export function gradientEnds({ angle }: CoverDesign) {
  const [x, y] = [Math.sin((angle * Math.PI) / 180), -Math.cos((angle * Math.PI) / 180)];
  const reach = (Math.abs(x) + Math.abs(y)) / 2;
  const at = (part: number) => (0.5 + part * reach).toFixed(3);
  return { x1: at(-x), y1: at(-y), x2: at(x), y2: at(y) };
}
