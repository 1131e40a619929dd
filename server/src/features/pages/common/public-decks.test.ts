import { expect, test } from 'vitest';
import { visitorsPathOf } from './public-decks.ts';

test.each([
  ['best', '/discover/best'],
  ['new', '/discover/new'],
  ['trending', '/discover/trending'],
  ['category:music-audio', '/discover/music-audio'],
  ['today', '/today'],
  ['maker:ada', '/m/ada'],
  ['maker:../a', '/m/..%2Fa'],
  ['tag:two words', '/discover?q=two%20words'],
  ['search:a&b', '/discover?q=a%26b'],
  ['unseen', undefined],
  ['liked', undefined],
  ['category:nonsense', undefined],
  ['nonsense', undefined],
])('shows visitors the deck %s at %s', (key, path) => {
  expect(visitorsPathOf(key)).toBe(path);
});
