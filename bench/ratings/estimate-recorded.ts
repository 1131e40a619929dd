import { fitPrior, smoothedRate } from '@zapdeck/server/features/rankings/estimate/like-prior';
import {
  estimateLikes,
  type LikeEstimate,
  type RecordedPerson,
} from '@zapdeck/server/features/rankings/estimate/estimate-likes';
import type { Visitor } from '@zapdeck/server/features/rankings/estimate/person-replay';
import { type Catalogue, replayVisits } from '@zapdeck/server/features/rankings/estimate/replay-visits';
import { sequence } from '@zapdeck/server/testing/random';
import { defaults, estimated } from '../settings-compared.ts';
import type { Setting } from '../simulated-feed.ts';
import { DAYS_BEFORE, DAYS_RECORDED } from './estimate-procedure.ts';
import { type Recording, recordVisits, type SimulatedVisit, trueRatio } from './recorded-visits.ts';
import { shuffle } from './shuffle.ts';
import type { Measured } from './tastes.ts';
import type { MonthPerson } from './taste-world.ts';

/** Number of people whose visits the server reads. */
const PEOPLE = 500;
const END_H = 24 * (DAYS_BEFORE + DAYS_RECORDED);

const pause = () => Promise.resolve();

const lookedAt = ({ dealt, places }: SimulatedVisit) => dealt.slice(0, places);

/** Returns what the server reads about a person. */
function visitorOf(person: MonthPerson, visits: readonly SimulatedVisit[], last: number): Visitor {
  const dealtFresh = new Set(
    visits.flatMap((visit) =>
      lookedAt(visit).flatMap(({ app, reason }) => (reason === 'recycled' ? [] : app.approvalNo)),
    ),
  );
  return {
    visits: visits.map(({ hour, places, dealt }) => {
      const newcomers = dealt.flatMap(({ app, reason }) =>
        reason === 'newcomer' ? last - app.approvalNo : [],
      );
      return {
        at: hour,
        places: Math.min(places, dealt.length),
        newcomers,
        newcomerShare: newcomers.length / dealt.length,
      };
    }),
    seenElsewhere: [...person.seen]
      .filter((app) => !dealtFresh.has(app))
      .map((app) => ({ app: last - app, at: -Infinity })),
    hidden: new Set(),
  };
}

/** Estimates from a recording how the likes change under each of the settings. */
async function estimateRecorded(
  { visits, end, days, seed }: Recording,
  compared: readonly Setting[],
): Promise<LikeEstimate[]> {
  const random = sequence(seed);
  const byPerson = Map.groupBy(visits, ({ person }) => person);
  const sampled = shuffle([...byPerson], random).slice(0, PEOPLE);
  const approved = end.apps.filter(({ approvedAtH }) => approvedAtH <= END_H);
  const last = approved.length - 1;
  const counted = approved.map(({ upvotes, views }) => ({ likes: upvotes, cards: views }));
  const prior = fitPrior(counted);
  // The latest approval comes first under equal scores.
  const catalogue: Catalogue = {
    apps: approved.toReversed().map(({ category, approvedAtH, approvalNo, upvotes, views, timeSpent }) => ({
      category,
      approvedAt: approvedAtH,
      // The server does not know the time spent per day.
      counters: days.flatMap((day) => {
        const counters = day[approvalNo];
        return counters ? { ...counters, timeSpent: (timeSpent * counters.views) / Math.max(1, views) } : [];
      }),
      usual: smoothedRate({ likes: upvotes, cards: views }, prior),
    })),
    approved: approved.length,
    times: days.map((_, day) => 24 * (DAYS_BEFORE + day)),
    peoplePerPerson: byPerson.size / sampled.length,
  };
  const people: RecordedPerson[] = sampled.map(([number, own]) => {
    const looks = own.flatMap((visit) =>
      lookedAt(visit).flatMap(({ app, reason }) =>
        reason === 'recycled' ? [] : { app: last - app.approvalNo, isLiked: visit.liked.has(app.approvalNo) },
      ),
    );
    const cards = own.reduce((sum, visit) => sum + lookedAt(visit).length, 0);
    return {
      ...visitorOf(end.people[number] as MonthPerson, own, last),
      looks,
      repeats: { cards: cards - looks.length, likes: 0 },
    };
  });
  const present = await replayVisits(people, catalogue, defaults, { pause });
  const estimates: LikeEstimate[] = [];
  for (const settings of compared)
    estimates.push(await estimateLikes(people, catalogue, { present, settings }, { random, pause }));
  return estimates;
}

/** An estimate with the true ratio of likes. */
export interface ComparedEstimate {
  setting: string;
  seed: number;
  truth: number;
  estimate: LikeEstimate;
}

/** Records visits, and compares the estimates for all settings with what the settings do. */
export async function compareEstimates(measured: Measured, seed: number): Promise<ComparedEstimate[]> {
  const recording = recordVisits(measured, seed);
  const estimates = await estimateRecorded(recording, estimated);
  return estimated.flatMap((setting, index) => {
    const estimate = estimates[index];
    return estimate ? [{ setting: setting.name, seed, truth: trueRatio(recording, setting), estimate }] : [];
  });
}
