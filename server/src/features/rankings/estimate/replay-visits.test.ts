import { type AlgorithmParams, freshPlacesOf } from '@zapdeck/contract/settings';
import { rankingScore } from '@zapdeck/contract/ranking';
import { describe, expect, test } from 'vitest';
import { NEWCOMER_SHARE_MAX, recommend } from '../../feed/recommend.ts';
import type { Visitor } from './person-replay.ts';
import { type Catalogue, type RankingSettings, replayVisits } from './replay-visits.ts';
import { makeWorld, noPause, present } from './world.fixture.ts';

const under = (params: Partial<AlgorithmParams>): RankingSettings => ({
  ...present,
  params: { ...present.params, ...params },
});

/** Deals the visits of one person page by page, from all apps. Counters are those of the last quarter of a day. */
function replaySlowly(
  visitor: Visitor,
  { apps }: Catalogue,
  { params, weights }: RankingSettings,
): number[][] {
  const seenAt = new Map<number, number>();
  let looks = 0;
  return visitor.visits.map(({ at, places, newcomers, newcomerShare }) => {
    for (const { app, at: then } of visitor.seenElsewhere)
      if (then < at) seenAt.set(app, Math.max(seenAt.get(app) ?? -Infinity, then));
    const [day, part] = [Math.floor(at), Math.floor((at % 1) * 4) / 4];
    const keyOf = (app: number) => {
      const [from, to] = [apps[app]?.counters[day], apps[app]?.counters[day + 1]];
      if (!from || !to) throw new Error('No counters');
      const between = (of: keyof typeof from) => from[of] + part * (to[of] - from[of]);
      const counters = {
        upvotes: between('upvotes'),
        downvotes: between('downvotes'),
        views: between('views'),
        timeSpent: between('timeSpent'),
      };
      return params.algorithmType === 'semi_simple'
        ? Math.round(counters.upvotes)
        : rankingScore(counters, weights);
    };
    const isDealable = (app: number) => (apps[app]?.approvedAt ?? 0) <= at && !visitor.hidden.has(app);
    const ranked = apps
      .map((_, app) => app)
      .filter(isDealable)
      .toSorted((one, other) => keyOf(other) - keyOf(one) || one - other);
    const isSimple = params.algorithmType === 'simple';
    const before = new Set(seenAt.keys());
    // The threshold counts all approved apps at the time of the order.
    const orderedAt =
      visitor.visits.find((visit) => Math.floor(visit.at * 4) === Math.floor(at * 4))?.at ?? at;
    const approved = apps.filter(({ approvedAt }) => approvedAt <= orderedAt).length;
    const isRecycling =
      params.algorithmType === 'normal' &&
      before.size > 0 &&
      before.size * 100 >= approved * params.recycledContentThreshold;
    const dealt: number[] = [];
    while (dealt.length < places) {
      const isLeft = (app: number) => !dealt.includes(app) && isDealable(app);
      const candidates = (list: readonly number[]) =>
        list.filter(isLeft).map((app) => ({ id: String(app), category: apps[app]?.category ?? '' }));
      const seen = [...before].toSorted((one, other) =>
        params.algorithmType === 'normal'
          ? (seenAt.get(one) ?? 0) - (seenAt.get(other) ?? 0)
          : ranked.indexOf(one) - ranked.indexOf(other),
      );
      const page = recommend(
        {
          fresh: candidates(isSimple ? ranked : ranked.filter((app) => !before.has(app))),
          newcomers: candidates(newcomers.filter((app) => !before.has(app))),
          newcomerShare: isRecycling
            ? Math.min(NEWCOMER_SHARE_MAX, (newcomerShare * params.appsPerPage) / freshPlacesOf(params))
            : newcomerShare,
          recycled: isSimple ? [] : candidates(seen),
          isRecycling,
        },
        params,
      );
      if (page.length === 0) break;
      dealt.push(...page.map(({ candidate }) => Number(candidate.id)));
    }
    const looked = dealt.slice(0, places);
    for (const app of looked) {
      looks += 1;
      // After all earlier views in the visit, and before the next visit.
      seenAt.set(app, at + looks * 1e-9);
    }
    return looked;
  });
}

describe('a replay', () => {
  const cases: readonly Partial<AlgorithmParams>[] = [
    {},
    { categoryDiversityEnabled: false, appsPerPage: 7 },
    { recycledContentThreshold: 5, freshContentPriority: 60 },
    { algorithmType: 'semi_simple' },
    { algorithmType: 'simple', appsPerPage: 10 },
  ];
  test.each(cases)('deals what a slow reference deals: %o', async (params) => {
    for (const seed of [1, 2, 3]) {
      const { people, catalogue } = makeWorld(seed);
      for (const person of people) {
        const { dealt } = await replayVisits([person], catalogue, under(params), { pause: noPause });
        expect(dealt).toEqual(replaySlowly(person, catalogue, under(params)));
      }
    }
  });

  test('raises apps that new settings deal more often', async () => {
    const even = { views: 100, downvotes: 0, timeSpent: 0 };
    const app = (upvotes: number, likeRate: number) => ({
      category: 'Games',
      approvedAt: -Infinity,
      usual: { mean: likeRate, error: 0 },
      counters: [0, 1].map(() => ({ ...even, upvotes })),
    });
    // The present order deals the first app. New weights deal the second one, which then gets more likes than the first.
    const catalogue = {
      apps: [app(20, 0), app(19, 1)],
      approved: 2,
      times: [0, 1],
      peoplePerPerson: 10,
    };
    const visit = (at: number) => ({ at, places: 1, newcomers: [], newcomerShare: 0 });
    const people = [0.1, 0.9].map((at) => ({
      visits: [visit(at)],
      seenElsewhere: [],
      hidden: new Set<number>(),
    }));
    const byUpvotes = under({ algorithmType: 'semi_simple', categoryDiversityEnabled: false });
    const before = await replayVisits(people, catalogue, byUpvotes, { pause: noPause });
    expect(before.dealt).toEqual([[0], [0]]);
    const resample = { present: { ...before, dealt: [[0], [0]] }, weights: [1, 1], likeRates: [0, 1] };
    const shown = [{ ...people[0], hidden: new Set([0]) }, people[1]] as typeof people;
    const after = await replayVisits(shown, catalogue, byUpvotes, { pause: noPause, resample });
    expect(after.dealt).toEqual([[1], [1]]);
    expect((await replayVisits(shown, catalogue, byUpvotes, { pause: noPause })).dealt).toEqual([[1], [0]]);
  });
});
