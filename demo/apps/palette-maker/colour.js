/** OKLCH colours {l, c, h}, their nearest sRGB, and WCAG contrast. Matrices are Björn Ottosson's. */

function toLinear({ l, c, h }) {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const inGamut = (channels) => channels.every((channel) => channel >= -0.0005 && channel <= 1.0005);

/** Keeps lightness and hue and gives up just enough chroma for the colour to exist on a screen. */
export function fitToScreen(colour) {
  if (inGamut(toLinear(colour))) return colour;
  let low = 0;
  let high = colour.c;
  for (let i = 0; i < 18; i += 1) {
    const c = (low + high) / 2;
    if (inGamut(toLinear({ ...colour, c }))) low = c;
    else high = c;
  }
  return { ...colour, c: low };
}

function encode(channel) {
  const value = Math.min(1, Math.max(0, channel));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}

export function toHex(colour) {
  return `#${toLinear(colour)
    .map((channel) => encode(channel).toString(16).padStart(2, '0'))
    .join('')}`;
}

/** From the rounded hex, so that the figure is true of what gets copied. */
export function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(hex, otherLuminance) {
  const pair = [luminance(hex), otherLuminance].sort((a, b) => b - a);
  return (pair[0] + 0.05) / (pair[1] + 0.05);
}

const HUE_NAMES = [
  [12, 'rose'],
  [33, 'red'],
  [52, 'vermilion'],
  [70, 'orange'],
  [88, 'amber'],
  [108, 'yellow'],
  [128, 'lime'],
  [155, 'green'],
  [178, 'jade'],
  [205, 'teal'],
  [235, 'cyan'],
  [258, 'azure'],
  [282, 'blue'],
  [303, 'violet'],
  [325, 'purple'],
  [348, 'magenta'],
  [360, 'rose'],
];

/** A rough spoken name: people find "deep teal" faster than a number. */
export function nameOf({ l, c, h }) {
  const hue = HUE_NAMES.find(([limit]) => h <= limit)[1];
  if (c < 0.025) return l > 0.85 ? 'Paper grey' : l > 0.5 ? 'Stone grey' : 'Charcoal';
  const tone =
    l > 0.88
      ? 'Pale'
      : l > 0.74
        ? 'Light'
        : l > 0.58
          ? 'Bright'
          : l > 0.42
            ? 'Rich'
            : l > 0.28
              ? 'Deep'
              : 'Midnight';
  return `${c < 0.07 ? 'Soft ' : ''}${c < 0.07 ? tone.toLowerCase() : tone} ${hue}`;
}
