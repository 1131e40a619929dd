import { editApp, resetStats } from '@zapdeck/contract/apps/apps';
import {
  cleanupInteractions,
  recordDurations,
  recordInteraction,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/feed/interactions';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import {
  defaultWeights,
  type FormulaWeights,
  recalculateRankings,
} from '@zapdeck/contract/instance/settings';
import { editUser, nextZapCount, reportZapCount } from '@zapdeck/contract/accounts/users';
import { castVote, nextVote, type VoteType } from '@zapdeck/contract/feed/votes';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawn } from '../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { DURATION_ALLOWANCE_MS } from './interactions/interactions.ts';
import {
  app,
  APPS,
  interactionFields,
  milliseconds,
  PEOPLE,
  person,
  populate,
  type SmallWorld,
  voteFields,
  weights,
} from '../testing/small-world.ts';

const { cases, seed, timeout } = drawn(8, 2_026);

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

/** Events as data, so that fast-check can print and shrink a failing sequence. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('vote' as const), ...voteFields }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('interact' as const), ...interactionFields }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spend' as const), person, app, ms: milliseconds }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('zap' as const),
      person,
      reported: fc.integer({ min: 0, max: 400 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 1_000, 60_000, VIEW_WINDOW_MS - 1, VIEW_WINDOW_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cleanUp' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('setTime' as const),
      app,
      ms: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('setZaps' as const), person, zapCount: fc.nat(500) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('recalculate' as const),
      weights,
    }),
  },
);
type Step = ReturnType<typeof step.generate>['value'];

interface ModelApp {
  votes: Map<number, VoteType>;
  views: number;
  timeSpent: number;
  /** Time of the last counted view by person. */
  viewCountedAt: Map<number, number>;
}

/** A simple reference implementation of the rules. */
class Model {
  readonly apps: ModelApp[] = Array.from({ length: APPS }, () => Model.newApp());
  readonly zaps: number[] = Array<number>(PEOPLE).fill(0);
  readonly durations: number[] = [];
  readonly accountedUntil: number[];
  weights: FormulaWeights;

  constructor(inForce: FormulaWeights, now: number) {
    this.weights = inForce;
    this.accountedUntil = Array<number>(PEOPLE).fill(now);
  }

  static newApp(): ModelApp {
    return { votes: new Map(), views: 0, timeSpent: 1, viewCountedAt: new Map() };
  }

  apply(action: Step, now: number): void {
    const at = 'app' in action ? (this.apps[action.app] as ModelApp) : Model.newApp();
    switch (action.do) {
      case 'vote': {
        const next = nextVote(at.votes.get(action.person) ?? null, action.voteType, action.mode);
        if (next) at.votes.set(action.person, next);
        else at.votes.delete(action.person);
        break;
      }
      case 'interact': {
        this.durations.push(action.duration);
        const countedAt = at.viewCountedAt.get(action.person) ?? -Infinity;
        if (action.interactionType !== 'view' || now - countedAt < VIEW_WINDOW_MS) break;
        at.viewCountedAt.set(action.person, now);
        at.views += 1;
        break;
      }
      case 'spend': {
        const until = this.accountedUntil[action.person] ?? 0;
        const spent = Math.min(action.ms, Math.max(0, now - until + DURATION_ALLOWANCE_MS));
        at.timeSpent += spent;
        this.accountedUntil[action.person] = Math.max(now, until + spent);
        break;
      }
      case 'zap':
        this.zaps[action.person] = nextZapCount(this.zaps[action.person] ?? 0, action.reported);
        break;
      case 'setZaps':
        this.zaps[action.person] = action.zapCount;
        break;
      case 'setTime':
        at.timeSpent = action.ms;
        break;
      case 'recalculate':
        this.weights = action.weights;
        break;
      case 'reset':
        this.apps.forEach((_, index) => (this.apps[index] = Model.newApp()));
        this.durations.length = 0;
        break;
      case 'cleanUp':
        this.durations.splice(0, Infinity, ...this.durations.filter((ms) => ms >= 100));
        break;
      case 'wait':
    }
  }

  /** Returns the expected state of the database. */
  state() {
    const apps = this.apps.map(({ votes, views, timeSpent }) => {
      const count = (type: VoteType) => [...votes.values()].filter((vote) => vote === type).length;
      const numbers = { upvotes: count('up'), downvotes: count('down'), views, timeSpent };
      return { ...numbers, rankingScore: rankingScore(numbers, this.weights) };
    });
    return { apps, zaps: this.zaps, durations: this.durations.toSorted((a, b) => a - b) };
  }
}

async function take(action: Step, { people, appIds }: SmallWorld): Promise<number> {
  const as = 'person' in action ? people[action.person] : admin;
  const appId = 'app' in action ? (appIds[action.app] ?? '') : '';
  switch (action.do) {
    case 'vote': {
      const { voteType, mode } = action;
      return (await t.call(castVote, { body: { appId, voteType, mode } }, as)).status;
    }
    case 'interact': {
      const body = { appId, interactionType: action.interactionType, duration: action.duration };
      return (await t.call(recordInteraction, { body }, as)).status;
    }
    case 'spend':
      return (await t.call(recordDurations, { body: { durations: { [appId]: action.ms } } }, as)).status;
    case 'zap':
      return (await t.call(reportZapCount, { body: { zapCount: action.reported } }, as)).status;
    case 'setZaps': {
      const id = people[action.person]?.user?.id ?? '';
      // Needs a sign-in that is not older than 15 minutes.
      admin = await t.signInAgain(admin);
      return (await t.call(editUser, { params: { id }, body: { zapCount: action.zapCount } }, admin)).status;
    }
    case 'setTime':
      return (await t.call(editApp, { params: { id: appId }, body: { timeSpent: action.ms } }, admin)).status;
    case 'recalculate':
      return (await t.call(recalculateRankings, { body: action.weights }, admin)).status;
    case 'reset':
      // Without a password, a proof is a new sign-in.
      return (await t.call(resetStats, {}, await t.signInAgain(admin))).status;
    case 'cleanUp':
      return (await t.call(cleanupInteractions, {}, admin)).status;
    case 'wait':
      t.clock.advance(action.ms);
      return 200;
  }
}

async function readState({ people, appIds }: SmallWorld): Promise<ReturnType<Model['state']>> {
  const { pool } = t.deps;
  const apps = await Promise.all(appIds.map((id) => t.readApp(id)));
  const ids = people.map(({ user }) => user?.id);
  const zaps = await pool.query<{ zaps: number }>(
    'SELECT zap_count AS zaps FROM users WHERE id = ANY($1) ORDER BY array_position($1, id)',
    [ids],
  );
  const durations = await pool.query<{ duration: number }>(
    'SELECT duration FROM user_app_interactions WHERE user_id = ANY($1) ORDER BY duration',
    [ids],
  );
  return {
    apps: apps.map(({ upvotes, downvotes, views, timeSpent, rankingScore: score }) => ({
      upvotes,
      downvotes,
      views,
      timeSpent,
      rankingScore: score,
    })),
    zaps: zaps.rows.map((row) => row.zaps),
    durations: durations.rows.map((row) => row.duration),
  };
}

it('after any sequence of actions, the database has the state of the model', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await t.call(recalculateRankings, { body: defaultWeights }, admin);
      const world = await populate(t);
      const model = new Model(defaultWeights, t.clock.now.getTime());
      for (const action of steps) {
        expect(await take(action, world), JSON.stringify(action)).toBeLessThan(300);
        model.apply(action, t.clock.now.getTime());
        const [actual, expected] = [await readState(world), model.state()];
        for (const [index, { rankingScore: score }] of expected.apps.entries()) {
          expect(actual.apps[index]?.rankingScore).toBeCloseTo(score, 6);
          if (actual.apps[index]) actual.apps[index].rankingScore = score;
        }
        expect(actual, JSON.stringify(action)).toEqual(expected);
      }
    }),
    { numRuns: cases, seed },
  );
});
