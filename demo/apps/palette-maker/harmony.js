import { fitToScreen } from './colour.js';

export const COUNT = 5;

/** Hue steps of the five colours from the base hue; `chroma` scales how vivid a scheme may be. */
export const HARMONIES = [
  { id: 'surprise', name: 'Surprise' },
  { id: 'analogous', name: 'Analogous', hues: [-44, -22, 0, 24, 48], chroma: 1 },
  { id: 'complement', name: 'Complement', hues: [0, 14, -10, 180, 194], chroma: 1 },
  { id: 'triad', name: 'Triad', hues: [0, 8, 120, 240, 232], chroma: 0.95 },
  { id: 'split', name: 'Split', hues: [0, -14, 150, 210, 16], chroma: 1 },
  { id: 'sunset', name: 'Sunset', hues: [-88, -46, -8, 26, 52], chroma: 1.1 },
  { id: 'single', name: 'One hue', hues: [0, 3, 0, -4, 5], chroma: 0.85 },
];

/** Lightness and chroma run in opposite moods so that every palette has a dark, a star and a paper. */
const RAMPS = [
  [
    [0.27, 0.09],
    [0.46, 0.17],
    [0.64, 0.2],
    [0.79, 0.14],
    [0.94, 0.05],
  ],
  [
    [0.94, 0.04],
    [0.82, 0.13],
    [0.68, 0.19],
    [0.49, 0.17],
    [0.29, 0.08],
  ],
  [
    [0.33, 0.11],
    [0.6, 0.2],
    [0.9, 0.06],
    [0.77, 0.16],
    [0.47, 0.15],
  ],
  [
    [0.72, 0.18],
    [0.88, 0.1],
    [0.96, 0.03],
    [0.56, 0.18],
    [0.25, 0.06],
  ],
];

const between = (low, high) => low + Math.random() * (high - low);
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const wrap = (hue) => ((hue % 360) + 360) % 360;

/** A new palette that keeps `kept[i]` wherever it is a colour and takes its key from the first one kept. */
export function makePalette(harmonyId, kept = []) {
  const asked = HARMONIES.find(({ id, hues }) => id === harmonyId && hues);
  const { hues, chroma } = asked ?? pick(HARMONIES.filter(({ hues: steps }) => steps));
  const anchor = kept.findIndex(Boolean);
  const base = anchor < 0 ? between(0, 360) : kept[anchor].h - hues[anchor];
  const ramp = pick(RAMPS);
  return hues.map(
    (step, i) =>
      kept[i] ??
      fitToScreen({
        l: ramp[i][0] + between(-0.03, 0.03),
        c: ramp[i][1] * chroma * between(0.85, 1.15),
        h: wrap(base + step + between(-5, 5)),
      }),
  );
}
