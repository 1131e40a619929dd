import { expect, test } from 'vitest';
import { rankForYou, type UnseenApp, type ViewersTaste } from './score.ts';

const app = (id: string, likes: number, views = 100): UnseenApp => ({
  id,
  category: id[0] ?? '',
  likes,
  views,
});
const led = (lead: string, lifts: number[], against: number[] = []) => ({ lead, lifts, against });

function rank(apps: readonly UnseenApp[], taste: Partial<ViewersTaste> = {}): string[] {
  const ranked = rankForYou(apps, { leads: new Map(), likesByCategory: {}, ...taste });
  return ranked.map(({ id, isLed, because }) => [id, isLed ? 'led' : '', because].filter(Boolean).join(' '));
}

test('ranks apps by like rate if no like leads to one', () => {
  expect(rank([app('a', 10), app('b', 30), app('c', 300, 1_000), app('d', 5, 10)])).toEqual([
    'd',
    'c',
    'b',
    'a',
  ]);
});

test('ranks a strong lift above a better like rate, and a weak one below it', () => {
  const apps = [app('a', 20), app('b', 30)];
  expect(rank(apps, { leads: new Map([['a', led('x', [2, 2, 2])]]) })).toEqual(['a led x', 'b']);
  expect(rank(apps, { leads: new Map([['a', led('x', [0.2])]]) })).toEqual(['b', 'a led x']);
});

test('names no liked app if the like rate raises the score more than lifts do', () => {
  const apps = [app('a', 40), app('b', 10)];
  expect(rank(apps, { leads: new Map([['a', led('x', [0.2])]]) })).toEqual(['a led', 'b']);
});

test('lowers the score by apps that the viewer wants less of', () => {
  const apps = [app('a', 30), app('b', 20)];
  expect(rank(apps, { leads: new Map([['a', led('x', [1], [2, 2, 2])]]) })).toEqual(['b', 'a led']);
});

test('orders equal scores by likes in the category, then by the given order', () => {
  const apps = [app('c', 20), app('b', 20), app('a', 20)];
  expect(rank(apps)).toEqual(['c', 'b', 'a']);
  expect(rank(apps, { likesByCategory: { a: 2, b: 1 } })).toEqual(['a', 'b', 'c']);
});
