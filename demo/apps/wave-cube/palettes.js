// `low` to `high` colours the cubes by height; `ink` is used for words on `paper`.

export const PALETTES = [
  {
    name: 'Sherbet',
    paper: '#ffc9d6',
    ink: '#4a1230',
    low: [201, 52, 110],
    middle: [255, 122, 89],
    high: [255, 242, 190],
  },
  {
    name: 'Lagoon',
    paper: '#c8f2ea',
    ink: '#073b45',
    low: [8, 74, 110],
    middle: [22, 160, 170],
    high: [226, 255, 214],
  },
  {
    name: 'Midnight',
    paper: '#1a1240',
    ink: '#ece5ff',
    low: [58, 28, 140],
    middle: [196, 60, 220],
    high: [120, 245, 255],
  },
  {
    name: 'Chalk',
    paper: '#efe9df',
    ink: '#2b2722',
    low: [60, 56, 52],
    middle: [214, 205, 190],
    high: [255, 255, 255],
  },
];

/** Default palettes. */
export const FIRST = { light: PALETTES[0], dark: PALETTES[2] };

const STEPS = 32;
// How much light the faces get: top, and the four sides in turn.
const LIGHT = [1, 0.62, 0.82, 0.56, 0.74];

/** Colours ready to use: shades[face][step]. */
export function shadesOf({ low, middle, high }) {
  return LIGHT.map((light) =>
    Array.from({ length: STEPS }, (_, i) => {
      const part = i / (STEPS - 1);
      const [from, to, at] = part < 0.5 ? [low, middle, part * 2] : [middle, high, part * 2 - 1];
      const channels = from.map((value, c) => Math.round((value + (to[c] - value) * at) * light));
      return `rgb(${channels.join(' ')})`;
    }),
  );
}

export function stepOf(part) {
  return Math.max(0, Math.min(STEPS - 1, Math.round(part * (STEPS - 1))));
}
