import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/settings';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Candidate } from './recommend.ts';
import { type CandidatesForYou, recommendForYou } from './recommend-for-you.ts';

/** Returns candidates, named by category and number, in the given order. */
const list = (names: string): Candidate[] =>
  names
    .split(' ')
    .filter(Boolean)
    .map((id) => ({ id, category: id[0] ?? '' }));

const paired = (names: string) => list(names).map((app) => ({ ...app, because: 'lead' }));

const many = (category: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${category}${index}`).join(' ');

function deal(candidates: Partial<CandidatesForYou>, params: Partial<AlgorithmParams> = {}): string[] {
  const none = {
    fresh: [],
    newcomers: [],
    newcomerShare: 0.1,
    recycled: [],
    isRecycling: false,
    paired: [],
    unwanted: new Set<string>(),
  };
  return recommendForYou({ ...none, ...candidates }, { ...defaultAlgorithm, appsPerPage: 10, ...params }).map(
    ({ candidate, reason }) => `${candidate.id} ${reason}`,
  );
}

const countOf = (places: readonly string[], pattern: RegExp) =>
  places.filter((place) => pattern.test(place)).length;

test('deals paired apps in their order, a newcomer, and an app that no like leads to', () => {
  const candidates = { paired: paired(many('a', 20)), fresh: list(many('x', 30)), newcomers: list('n0 n1') };
  const places = deal(candidates);
  expect(places.filter((place) => place.endsWith('paired'))).toEqual(
    list(many('a', 8)).map(({ id }) => `${id} paired`),
  );
  expect(countOf(places, /newcomer/)).toBe(1);
  expect(countOf(places, /explored/)).toBe(1);
  expect(places[0]).toBe('a0 paired');
});

test('gives a category 40 % of a page at most if four have paired apps', () => {
  const few = paired(`${many('a', 20)} b0 c0`);
  const fresh = list(`${many('x', 20)} ${many('y', 20)} ${many('z', 20)}`);
  expect(countOf(deal({ paired: few, fresh }), /^a/)).toBe(9);
  const enough = [...few, ...paired('d0')];
  expect(countOf(deal({ paired: enough, fresh }), /^a/)).toBe(4);
  expect(countOf(deal({ paired: enough }), /^a/)).toBe(7);
});

test('names no liked app for an app that is there for its like rate', () => {
  expect(deal({ paired: [...paired('a0'), ...list('b0')] })).toEqual(['a0 paired', 'b0 fresh']);
});

test('deals apps that the viewer wants less of after all other fresh ones', () => {
  const candidates = {
    paired: paired('a0'),
    fresh: list('x0 x1 x2'),
    recycled: list('r0'),
    unwanted: new Set(['x0']),
  };
  expect(deal(candidates, { appsPerPage: 4 })).toEqual(['a0 paired', 'x1 fresh', 'x2 fresh', 'x0 fresh']);
  expect(deal(candidates, { appsPerPage: 5 }).at(-1)).toBe('r0 recycled');
});

test('deals each app once, and fills the page while there are apps', () => {
  const ids = fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 30 });
  const apps = ids.map((numbers) => numbers.map((id) => ({ id: `${id}`, category: `${id % 5}` })));
  fc.assert(
    fc.property(apps, apps, apps, fc.integer({ min: 1, max: 20 }), (pairs, fresh, newcomers, appsPerPage) => {
      const all = {
        paired: pairs,
        fresh,
        newcomers,
        unwanted: new Set(fresh.slice(0, 3).map(({ id }) => id)),
      };
      const dealt = deal(all, { appsPerPage }).map((place) => place.split(' ')[0]);
      // Newcomers get reserved places only.
      const others = new Set([...pairs, ...fresh].map(({ id }) => id));
      expect(new Set(dealt).size).toBe(dealt.length);
      expect(dealt.length).toBeGreaterThanOrEqual(Math.min(appsPerPage, others.size));
      expect(dealt.length).toBeLessThanOrEqual(appsPerPage);
    }),
  );
});
