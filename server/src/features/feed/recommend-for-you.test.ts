import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RankedApp } from '../for-you/score.ts';
import { type CandidatesForYou, recommendForYou } from './recommend.ts';

/** Returns ranked apps that no like leads to, named by category and number, in the given order. */
const list = (names: string): RankedApp[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((id) => ({ id, category: id[0] ?? '', isLed: false }));

const led = (names: string) => list(names).map((app) => ({ ...app, isLed: true }));
const paired = (names: string) => led(names).map((app) => ({ ...app, because: 'lead' }));

const many = (category: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${category}${index}`).join(' ');

function deal(candidates: Partial<CandidatesForYou>, params: Partial<AlgorithmParams> = {}): string[] {
  const none = { ranked: [], unwanted: [], newcomers: [], newcomerShare: 0.1, recycled: [] };
  return recommendForYou({ ...none, ...candidates }, { ...defaultAlgorithm, appsPerPage: 10, ...params }).map(
    ({ candidate, reason }) => `${candidate.id} ${reason}`,
  );
}

const countOf = (places: readonly string[], pattern: RegExp) =>
  places.filter((place) => pattern.test(place)).length;

test('deals apps by score, and a newcomer in the middle', () => {
  const ranked = [...paired('a0'), ...list('x0'), ...paired('a1'), ...list(many('y', 20))];
  const places = deal({ ranked, newcomers: list('n0 n1') });
  expect(places.slice(0, 6)).toEqual([
    'a0 paired',
    'x0 fresh',
    'a1 paired',
    'y0 fresh',
    'y1 fresh',
    'n0 newcomer',
  ]);
  expect(places).toHaveLength(10);
});

test('reserves a tenth of the places for apps that no like leads to', () => {
  const ranked = [...paired(many('a', 20)), ...list('x0 x1')];
  const places = deal({ ranked });
  expect(places.filter((place) => place.endsWith('paired'))).toEqual(
    list(many('a', 9)).map(({ id }) => `${id} paired`),
  );
  expect(places[5]).toBe('x0 explored');
  expect(
    countOf(deal({ ranked: [...paired('a0'), ...list('x0'), ...paired(many('b', 20))] }), /explored/),
  ).toBe(0);
  expect(deal({ ranked: paired(many('a', 20)) })).toHaveLength(10);
});

test('limits a category to 40 % of a page if four categories have candidates', () => {
  const few = list(`${many('a', 20)} b0 c0`);
  expect(countOf(deal({ ranked: few }), /^a/)).toBe(10);
  expect(countOf(deal({ ranked: [...few, ...list(`d0 ${many('b', 20)}`)] }), /^a/)).toBe(4);
  expect(countOf(deal({ ranked: [...few, ...list('d0')] }), /^a/)).toBe(7);
});

test('names no liked app if an app has its place by its like rate', () => {
  expect(deal({ ranked: [...paired('a0'), ...led('b0')] })).toEqual(['a0 paired', 'b0 fresh']);
});

test('deals apps that the viewer wants less of after all other unseen apps', () => {
  const candidates = {
    ranked: [...paired('a0'), ...list('x1 x2')],
    unwanted: list('x0'),
    recycled: list('r0'),
  };
  expect(deal(candidates, { appsPerPage: 4 })).toEqual(['a0 paired', 'x1 fresh', 'x2 fresh', 'x0 fresh']);
  expect(deal(candidates, { appsPerPage: 5 }).at(-1)).toBe('r0 recycled');
});

test('deals each app once, and fills the page while there are apps', () => {
  const ids = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 30 });
  const apps = ids.map((numbers) =>
    numbers.map((id) => ({ id: `${id}`, category: `${id % 5}`, isLed: id % 3 > 0 })),
  );
  fc.assert(
    fc.property(
      apps,
      apps,
      fc.nat(5),
      fc.integer({ min: 1, max: 20 }),
      (all, newcomers, wanted, appsPerPage) => {
        const [ranked, unwanted] = [all.slice(wanted), all.slice(0, wanted)];
        const dealt = deal({ ranked, unwanted, newcomers }, { appsPerPage }).map(
          (place) => place.split(' ')[0],
        );
        expect(new Set(dealt).size).toBe(dealt.length);
        // Newcomers get reserved places only.
        expect(dealt.length).toBeGreaterThanOrEqual(Math.min(appsPerPage, all.length));
        expect(dealt.length).toBeLessThanOrEqual(appsPerPage);
      },
    ),
  );
});
