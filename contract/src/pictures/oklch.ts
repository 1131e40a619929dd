export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

type Triple = [number, number, number];

const encode = (light: number) => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055);
const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

function linearOf({ lightness, chroma, hue }: Oklch): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function linearOfHex(hex: string): Triple {
  const value = Number.parseInt(hex.slice(1), 16);
  return [decode((value >> 16) / 255), decode(((value >> 8) & 255) / 255), decode((value & 255) / 255)];
}

/** Returns the colour as `#rrggbb`. Clips parts outside of sRGB. */
export function oklchToHex(colour: Oklch): string {
  const byte = (value: number) =>
    Math.round(encode(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0');
  return `#${linearOf(colour).map(byte).join('')}`;
}

export function hexToOklch(hex: string): Oklch {
  const [red, green, blue] = linearOfHex(hex);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

function isInGamut(colour: Oklch): boolean {
  return linearOf(colour).every((value) => value >= -0.0001 && value <= 1.0001);
}

const STEPS = 16;

/** Returns the colour with its chroma reduced until sRGB can show it. */
export function withinSrgb(colour: Oklch): Oklch {
  if (isInGamut(colour)) return colour;
  let [shown, tooMuch] = [0, colour.chroma];
  for (let step = 0; step < STEPS; step += 1) {
    const chroma = (shown + tooMuch) / 2;
    if (isInGamut({ ...colour, chroma })) shown = chroma;
    else tooMuch = chroma;
  }
  return { ...colour, chroma: shown };
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOfHex(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours (WCAG 2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
