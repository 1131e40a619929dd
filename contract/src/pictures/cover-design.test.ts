import { expect, test } from 'vitest';
import { coverDesign, coverInitial, palettes, patterns } from './cover-design.ts';

test('coverDesign returns the same cover for the same id', () => {
  expect(coverDesign('0192f0c1')).toEqual(coverDesign('0192f0c1'));
});

test('coverDesign returns all patterns and palettes for similar ids', () => {
  const designs = Array.from({ length: 200 }, (_, index) => coverDesign(`0192f0c1-000${index}`));
  expect(new Set(designs.map((design) => design.colours)).size).toBe(palettes.length);
  expect(new Set(designs.map((design) => design.pattern)).size).toBe(patterns.length);
});

test.each([
  ['#ff0000', '0.66 0.170 29', '0.4 0.150 29'],
  ['#0000ff', '0.66 0.170 264', '0.4 0.150 264'],
  ['#ffffff', '0.66 0.000', '0.4 0.000'],
  ['#203040', '0.66 0.03', '0.4 0.03'],
])('coverDesign derives light and deep colours from %s', (colour, light, deep) => {
  const { colours, pattern } = coverDesign('0192f0c1', colour);
  expect(pattern).toBe(coverDesign('0192f0c1').pattern);
  expect(colours[0]).toContain(light);
  expect(colours[1]).toContain(deep);
});

test.each([
  ['Tiny Piano', 'T'],
  ['  «éclair»', 'É'],
  ['2048', '2'],
  ['🎹', '?'],
])('coverInitial of %s returns %s', (title, initial) => {
  expect(coverInitial(title)).toBe(initial);
});
