import { expect, test } from 'vitest';
import { accentColours } from './accent.ts';
import { contrast, hexToOklch, oklchToHex } from './oklch.ts';

/** Returns colours at equal distances in sRGB, black and white among them. */
function drawnColours(): string[] {
  const parts = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'));
  return parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
}

const grounds = { light: ['#ffffff', '#fafafd', '#f2f2f8'], dark: ['#0b0b14', '#161622', '#212130'] };
const schemes = ['light', 'dark'] as const;

test('texts have enough contrast for every accent, in both schemes', () => {
  for (const accent of drawnColours()) {
    const { fill, ink, soft } = accentColours(accent);
    for (const scheme of schemes) {
      const texts = [...grounds[scheme], soft[scheme]].map((ground) => contrast(ink[scheme], ground));
      const controls = grounds[scheme].map((ground) => contrast(fill[scheme], ground));
      expect(Math.min(...texts, contrast('#ffffff', fill[scheme])), accent).toBeGreaterThanOrEqual(4.5);
      expect(Math.min(...controls), accent).toBeGreaterThanOrEqual(3);
    }
  }
});

test('keeps an accent that has enough contrast', () => {
  expect(accentColours('#7a4bee')).toMatchObject({ fill: { light: '#7a4bee', dark: '#7a4bee' } });
  expect(accentColours('#b3005e')).toMatchObject({ fill: { light: '#b3005e' }, ink: { light: '#b3005e' } });
});

test('changes the lightness of an accent and keeps its hue', () => {
  const { fill, ink } = accentColours('#ffd400');
  for (const colour of [fill.light, ink.light]) {
    expect(colour).not.toBe('#ffd400');
    expect(Math.abs(hexToOklch(colour).hue - hexToOklch('#ffd400').hue)).toBeLessThan(3);
  }
  expect(ink.dark).toBe('#ffd400');
});

test('converts colours to OKLCH and back', () => {
  for (const hex of drawnColours()) expect(oklchToHex(hexToOklch(hex))).toBe(hex);
  // As browsers convert it.
  expect(oklchToHex({ lightness: 0.56, chroma: 0.23, hue: 290 })).toBe('#7a4bee');
});
