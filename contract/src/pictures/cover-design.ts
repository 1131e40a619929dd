export const patterns = ['rings', 'waves', 'dots', 'rays', 'tiles', 'hills'] as const;
type Pattern = (typeof patterns)[number];

export const palettes = [
  ['0.69 0.19 25', '0.45 0.2 350'],
  ['0.74 0.16 55', '0.5 0.2 18'],
  ['0.71 0.17 350', '0.43 0.21 300'],
  ['0.64 0.22 300', '0.38 0.19 275'],
  ['0.6 0.2 275', '0.42 0.17 250'],
  ['0.74 0.13 228', '0.45 0.19 264'],
  ['0.73 0.12 195', '0.42 0.13 242'],
  ['0.7 0.14 165', '0.4 0.1 200'],
  ['0.74 0.16 145', '0.42 0.11 170'],
  ['0.64 0.24 328', '0.4 0.2 290'],
  ['0.72 0.17 40', '0.46 0.22 330'],
  ['0.66 0.17 5', '0.36 0.13 295'],
] as const;

export interface CoverDesign {
  colours: readonly [string, string];
  angle: number;
  pattern: Pattern;
  seeds: readonly [number, number, number, number];
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 15)) >>> 0;
}

/** Converts to Oklab (Ottosson, 2020) and returns chroma and hue. */
function tintOf(hex: string): { chroma: number; hue: number } {
  const value = Number.parseInt(hex.slice(1), 16);
  const linear = (byte: number) => {
    const part = (byte & 255) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const [red, green, blue] = [linear(value >> 16), linear(value >> 8), linear(value)];
  const long = Math.cbrt(0.4122 * red + 0.5363 * green + 0.0514 * blue);
  const medium = Math.cbrt(0.2119 * red + 0.6807 * green + 0.1074 * blue);
  const short = Math.cbrt(0.0883 * red + 0.2817 * green + 0.63 * blue);
  const a = 1.978 * long - 2.4286 * medium + 0.4506 * short;
  const b = 0.0259 * long + 0.7828 * medium - 0.8087 * short;
  return { chroma: Math.hypot(a, b), hue: Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** Uses fixed lightness, because the letter on the cover is white. */
function coloursLike(hex: string): readonly [string, string] {
  const { chroma, hue } = tintOf(hex);
  const [light, deep] = [Math.min(0.17, chroma).toFixed(3), Math.min(0.15, chroma).toFixed(3)];
  return [`0.66 ${light} ${hue}`, `0.4 ${deep} ${hue}`];
}

export function coverDesign(id: string, colour: string | null = null): CoverDesign {
  const pick = (name: string, count: number) => hash(`${name}:${id}`) % count;
  return {
    colours:
      colour !== null ? coloursLike(colour) : (palettes[pick('palette', palettes.length)] ?? palettes[0]),
    angle: 120 + pick('angle', 7) * 15,
    pattern: patterns[pick('pattern', patterns.length)] ?? 'rings',
    seeds: [pick('a', 100), pick('b', 100), pick('c', 100), pick('d', 100)],
  };
}

export function coverInitial(title: string): string {
  return (/[\p{L}\p{N}]/u.exec(title)?.[0] ?? '?').toUpperCase();
}
