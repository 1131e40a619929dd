import * as z from 'zod/mini';
import { contrast, hexToOklch, oklchToHex, withinSrgb } from './oklch.ts';
import { Colour } from './pictures.ts';

export const ColourPair = z.object({ light: Colour, dark: Colour });
export type ColourPair = z.infer<typeof ColourPair>;

/** Colours of an accent: behind white text, for text on pages, and behind such text. */
export interface AccentColours {
  fill: ColourPair;
  ink: ColourPair;
  soft: ColourPair;
}

const TEXT_CONTRAST = 4.5;
const CONTROL_CONTRAST = 3;
const WHITE = '#ffffff';

const grounds: Readonly<Record<'light' | 'dark', readonly string[]>> = {
  light: ['#ffffff', '#fafafd', '#f2f2f8'],
  dark: ['#0b0b14', '#161622', '#212130'],
};

const softLooks = { light: { lightness: 0.955, chroma: 0.024 }, dark: { lightness: 0.285, chroma: 0.085 } };

const STEP = 0.005;

/** Returns the colour, or the nearest acceptable lightness of it. Keeps the hue, and reduces chroma if necessary. */
function nearest(hex: string, isAcceptable: (candidate: string) => boolean): string {
  if (isAcceptable(hex)) return hex;
  const colour = hexToOklch(hex);
  for (let distance = STEP; distance <= 1; distance += STEP) {
    for (const lightness of [colour.lightness - distance, colour.lightness + distance]) {
      if (lightness < 0 || lightness > 1) continue;
      const candidate = oklchToHex(withinSrgb({ ...colour, lightness }));
      if (isAcceptable(candidate)) return candidate;
    }
  }
  throw new Error(`No lightness of ${hex} is acceptable`);
}

function coloursIn(scheme: 'light' | 'dark', accent: string) {
  const { chroma, hue } = hexToOklch(accent);
  const look = softLooks[scheme];
  const soft = oklchToHex(
    withinSrgb({ lightness: look.lightness, chroma: Math.min(look.chroma, chroma), hue }),
  );
  const all = [...grounds[scheme], soft];
  const fill = nearest(
    accent,
    (candidate) =>
      contrast(candidate, WHITE) >= TEXT_CONTRAST &&
      grounds[scheme].every((ground) => contrast(candidate, ground) >= CONTROL_CONTRAST),
  );
  const ink = nearest(accent, (candidate) =>
    all.every((ground) => contrast(candidate, ground) >= TEXT_CONTRAST),
  );
  return { fill, ink, soft };
}

/** Returns the colours of an accent, with a contrast of 4.5 for texts and 3 for controls (WCAG 2.2 AA) in both schemes. */
export function accentColours(accent: string): AccentColours {
  const light = coloursIn('light', accent);
  const dark = coloursIn('dark', accent);
  return {
    fill: { light: light.fill, dark: dark.fill },
    ink: { light: light.ink, dark: dark.ink },
    soft: { light: light.soft, dark: dark.soft },
  };
}
