import { defaultWeights } from '@zapdeck/contract/settings';
import { expect, test } from 'vitest';
import { estimateLikes, type RecordedPerson } from './estimate-likes.ts';
import { type RankingSettings, replayVisits } from './replay-visits.ts';
import { sequence } from './sequence.ts';
import { makeWorld, noPause, present } from './world.fixture.ts';

async function estimate(settings: RankingSettings, { seed = 1, people: count = Infinity } = {}) {
  const world = makeWorld(seed);
  const people = world.people.slice(0, count);
  const replay = await replayVisits(people, world.catalogue, present, { pause: noPause });
  const options = { random: sequence(seed), pause: noPause };
  return estimateLikes(people, world.catalogue, { present: replay, settings }, options);
}

const worstFirst = { ...present, weights: { ...defaultWeights, upvoteWeight: -100, timeWeight: 0 } };

test('expects no change from the settings in force', async () => {
  const { before, after, ratio, low, high } = await estimate(present);
  expect([after, ratio, low, high]).toEqual([before, 1, 1, 1]);
});

test('expects fewer likes if the worst apps come first', async () => {
  const { high } = await estimate(worstFirst);
  expect(high).toBeLessThan(0.95);
});

test('always gives the same interval for the same data', async () => {
  expect(await estimate(worstFirst)).toEqual(await estimate(worstFirst));
});

test('gives a wider interval for fewer people', async () => {
  const width = ({ low, high }: { low: number; high: number }) => high - low;
  const [few, many] = [await estimate(worstFirst, { people: 8 }), await estimate(worstFirst)];
  expect(width(few)).toBeGreaterThan(width(many));
});

test('gives a wider interval if the like rates of new cards are unsure', async () => {
  const app = (upvotes: number, error: number) => ({
    category: 'Games',
    approvedAt: -Infinity,
    usual: { mean: 0.5, error },
    counters: [0, 1].map(() => ({ upvotes, downvotes: 0, views: 200, timeSpent: 0 })),
  });
  const person: RecordedPerson = {
    visits: [{ at: 0.5, places: 1, newcomers: [], newcomerShare: 0 }],
    seenElsewhere: [],
    hidden: new Set(),
    looks: [{ app: 0, isLiked: true }],
    repeats: { cards: 0, likes: 0 },
  };
  const people = Array.from({ length: 40 }, () => person);
  const widthFor = async (error: number) => {
    const catalogue = { apps: [app(100, 0), app(50, error)], approved: 2, times: [0, 1], peoplePerPerson: 1 };
    const replay = await replayVisits(people, catalogue, present, { pause: noPause });
    const options = { random: sequence(1), pause: noPause };
    const { low, high } = await estimateLikes(
      people,
      catalogue,
      { present: replay, settings: worstFirst },
      options,
    );
    return high - low;
  };
  expect(await widthFor(0.2)).toBeGreaterThan(1.5 * (await widthFor(0)));
});

test('counts each card with the smoothed like rate of its app', async () => {
  const { catalogue } = makeWorld(1);
  const look = (isLiked: boolean) => ({ app: 0, isLiked });
  const person: RecordedPerson = {
    visits: [{ at: 0.5, places: 1, newcomers: [], newcomerShare: 0 }],
    seenElsewhere: [],
    hidden: new Set(),
    looks: [look(true), look(true), look(true), look(false)],
    repeats: { cards: 0, likes: 0 },
  };
  const replay = { dealt: [[0]], shown: [{ fresh: [0], repeats: 0 }] };
  const { before } = await estimateLikes(
    [person],
    catalogue,
    { present: replay, settings: present },
    { random: sequence(1), pause: noPause },
  );
  // Three of four cards were liked, and the usual like rate is raised to this level.
  expect(before).toBeCloseTo((3 + 20 * 0.75) / 24, 9);
});
