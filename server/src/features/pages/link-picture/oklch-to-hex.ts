import { oklchToHex as toHex } from '@zapdeck/contract/pictures/oklch';

/** Converts an OKLCH colour ("L C H") to sRGB hex. */
export function oklchToHex(oklch: string): string {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  return toHex({ lightness, chroma, hue });
}
