import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Candidates, reservedPlaces, recommend } from './recommend.ts';

/** Returns candidates, named by category and number, in the given order. */
function list(names: string): Candidate[] {
  return names
    .split(' ')
    .filter(Boolean)
    .map((id, index) => ({
      id,
      category: id[0] ?? '',
      rank: 100 - index,
      createdAt: 0,
    }));
}

function titles(candidates: Partial<Candidates>, params: Partial<AlgorithmParams>): string {
  const none = { fresh: [], newcomers: [], recycled: [] };
  const all = { ...none, newcomerShare: 0.1, isRecycling: false, ...candidates };
  return recommend(all, { ...defaultAlgorithm, appsPerPage: 5, ...params })
    .map(({ candidate }) => candidate.id)
    .join(' ');
}

describe('normal', () => {
  it.each([
    ['categories in turn, ordered by their best app', 'a1 a2 b1 a3 c1 b2', {}, 'a1 b1 c1 a2 b2'],
    ['by score', 'a1 a2 b1 a3 c1 b2', { categoryDiversityEnabled: false }, 'a1 a2 b1 a3 c1'],
    ['one category', 'a1 a2 a3', {}, 'a1 a2 a3'],
    ['none', '', {}, ''],
  ])('deals apps: %s', (_, fresh, params, expected) => {
    expect(titles({ fresh: list(fresh) }, params)).toBe(expected);
  });

  it('leaves out apps beyond the pool', () => {
    const fresh = list(`${Array.from({ length: 20 }, (_, index) => `a${index}`).join(' ')} b0`);
    expect(titles({ fresh }, { maxDiversityPool: 20 })).toBe('a0 a1 a2 a3 a4');
    expect(titles({ fresh }, { maxDiversityPool: 21 })).toBe('a0 b0 a1 a2 a3');
  });

  it.each([
    [100, true, 'a1 a2 a3 a4 a5'],
    [80, true, 'a1 a2 a3 a4 z1'],
    [79, true, 'a1 a2 a3 z1 z2'],
    [0, true, 'z1 z2 z3 z4 z5'],
    [80, false, 'a1 a2 a3 a4 a5'],
    [0, false, 'a1 a2 a3 a4 a5'],
  ])(
    'with %i percent fresh apps and recycling %s, deals %s',
    (freshContentPriority, isRecycling, expected) => {
      const candidates = {
        fresh: list('a1 a2 a3 a4 a5 a6'),
        recycled: list('z1 z2 z3 z4 z5 z6'),
        isRecycling,
      };
      expect(titles(candidates, { freshContentPriority })).toBe(expected);
    },
  );

  it.each([
    ['recycled fill what fresh cannot', 'a1', 'z1 z2 z3 z4 z5 z6', 'a1 z1 z2 z3 z4'],
    ['fresh fill what recycled cannot', 'a1 a2 a3 a4 a5 a6', '', 'a1 a2 a3 a4 a5'],
    ['both together are less than a page', 'a1 a2', 'z1', 'a1 a2 z1'],
  ])('fills the page: %s', (_, fresh, recycled, expected) => {
    for (const isRecycling of [true, false]) {
      expect(titles({ fresh: list(fresh), recycled: list(recycled), isRecycling }, {})).toBe(expected);
    }
  });

  it('returns the reason of each place', () => {
    const none = { newcomers: [], newcomerShare: 0.1 };
    const candidates = { fresh: list('a1 a2 b1'), ...none, recycled: list('z1'), isRecycling: true };
    expect(
      recommend(candidates, { ...defaultAlgorithm, appsPerPage: 4 }).map(
        ({ candidate, reason, categoryTurn }) => [candidate.id, reason, categoryTurn],
      ),
    ).toEqual([
      ['a1', 'fresh', 1],
      ['b1', 'fresh', 1],
      ['a2', 'fresh', 2],
      ['z1', 'recycled', null],
    ]);
  });
});

describe('newcomers', () => {
  it.each([
    [0, 0.1, 0],
    [4, 0.3, 0],
    [5, 0.1, 1],
    [14, 0.1, 1],
    [15, 0.1, 2],
    [20, 0.1, 2],
    [80, 0.1, 8],
    [100, 0.1, 10],
    [16, 0.2, 3],
    [20, 0.3, 6],
    [20, 0, 0],
  ])('get of %i fresh places with a share of %f: %i', (places, share, expected) => {
    expect(reservedPlaces(places, share)).toBe(expected);
  });

  it.each([
    ['stand between the others', 'a1 a2 a3 a4 a5', 'n1 n2', 'a1 a2 n1 a3 a4'],
    ['leave the pool for their place', 'a1 a2 a3 a4 a5', 'a2 n1', 'a1 a3 a2 a4 a5'],
    ['are only as many as there are', 'a1 a2 a3 a4 a5', '', 'a1 a2 a3 a4 a5'],
    ['get no place of a page with four fresh ones', 'a1 a2 a3', 'n1', 'a1 a2 a3 z1 z2'],
  ])('in the order of a page: they %s', (_, fresh, newcomers, expected) => {
    const candidates = { fresh: list(fresh), newcomers: list(newcomers), recycled: list('z1 z2 z3') };
    expect(titles(candidates, {})).toBe(expected);
  });

  it('get fresh places, no recycled ones, with their reason', () => {
    const candidates = {
      fresh: list('a1 a2 a3 a4 a5 a6'),
      newcomers: list('n1 n2'),
      newcomerShare: 0.1,
      recycled: list('z1 z2'),
      isRecycling: true,
    };
    const page = recommend(candidates, { ...defaultAlgorithm, appsPerPage: 7 });
    expect(page.map(({ candidate, reason }) => `${candidate.id} ${reason}`)).toEqual([
      'a1 fresh',
      'a2 fresh',
      'n1 newcomer',
      'a3 fresh',
      'a4 fresh',
      'z1 recycled',
      'z2 recycled',
    ]);
  });
});

it('semi_simple deals unseen apps first, simple keeps the order of the list', () => {
  const candidates = {
    fresh: list('a1 b1 a2'),
    newcomers: [],
    recycled: list('z1 z2 z3'),
    isRecycling: true,
  };
  expect(titles(candidates, { algorithmType: 'semi_simple' })).toBe('a1 b1 a2 z1 z2');
  expect(titles({ fresh: list('a1 a2 a3 b1 b2 b3') }, { algorithmType: 'simple' })).toBe('a1 a2 a3 b1 b2');
});

it('fills every page without repeating an app, for any candidates and settings', () => {
  const params = fc.record<AlgorithmParams>({
    algorithmType: fc.constantFrom('normal', 'semi_simple', 'simple'),
    appsPerPage: fc.integer({ min: 1, max: 100 }),
    maxDiversityPool: fc.integer({ min: 20, max: 500 }),
    categoryDiversityEnabled: fc.boolean(),
    recycledContentThreshold: fc.integer({ min: 0, max: 100 }),
    freshContentPriority: fc.integer({ min: 0, max: 100 }),
  });
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 150 });
  const shares = fc.constantFrom(0, 0.1, 0.17, 0.3);
  fc.assert(
    fc.property(params, shares, names, names, fc.boolean(), (settings, newcomerShare, ...lists) => {
      const [names1, recycled, isRecycling] = lists;
      const fresh = list(names1.map((category, index) => `${category}${index}`).join(' '));
      const isNormal = settings.algorithmType === 'normal';
      const candidates = {
        fresh,
        // Every third app, last one first, because the schedule is independent of scores.
        newcomerShare,
        newcomers: isNormal ? fresh.filter((_, index) => index % 3 === 0).toReversed() : [],
        recycled:
          settings.algorithmType === 'simple'
            ? []
            : list(recycled.map((category, index) => `${category}-${index}`).join(' ')),
        isRecycling,
      };
      const page = recommend(candidates, settings);
      const ids = page.map(({ candidate }) => candidate.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(
        Math.min(settings.appsPerPage, candidates.fresh.length + candidates.recycled.length),
      );
      const freshTaken = page.filter(({ reason }) => reason === 'fresh' || reason === 'newcomer').length;
      const newcomersTaken = page.filter(({ reason }) => reason === 'newcomer').length;
      expect(newcomersTaken).toBe(
        isNormal ? Math.min(reservedPlaces(freshTaken, newcomerShare), candidates.newcomers.length) : 0,
      );
      if (isNormal && isRecycling && candidates.recycled.length >= ids.length) {
        const share = Math.floor((settings.appsPerPage * settings.freshContentPriority) / 100);
        expect(freshTaken).toBe(Math.min(share, candidates.fresh.length));
      }
    }),
    { seed: 5, numRuns: 300 },
  );
});
