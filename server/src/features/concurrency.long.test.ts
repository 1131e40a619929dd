import { recalculateTimeStats, resetStats, setAppStatus, submitApp } from '@zapdeck/contract/apps/apps';
import { cleanupInteractions, recordDurations, recordInteraction } from '@zapdeck/contract/feed/interactions';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { recalculateRankings, saveFormulaWeights } from '@zapdeck/contract/instance/settings';
import { reportZapCount, ZAP_STEP_MAX } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../db/columns.ts';
import { drawn } from '../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { apps } from '../db/schema/apps.table.ts';
import { DURATION_ALLOWANCE_MS } from './interactions/interactions.ts';
import { readWeights } from './settings/weights.ts';
import {
  app,
  interactionFields,
  milliseconds,
  PEOPLE,
  person,
  populate,
  type SmallWorld,
  voteFields,
  weights,
} from '../testing/small-world.ts';

const { cases, seed, timeout } = drawn(6, 2_026);

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const kinds = {
  vote: fc.record(voteFields),
  interact: fc.record(interactionFields),
  spend: fc.record({ person, app, other: app, ms: milliseconds }),
  zap: fc.record({ person, zapCount: fc.integer({ min: 0, max: 1_000 }) }),
  submit: fc.record({ person }),
  reset: fc.record({}),
  cleanUp: fc.record({}),
  timeStats: fc.record({}),
  recalculate: fc.record({ weights }),
  save: fc.record({ weights }),
  review: fc.record({ app, status: fc.constantFrom('approved' as const, 'rejected' as const) }),
};
type Kinds = {
  [Kind in keyof typeof kinds]: { do: Kind } & ReturnType<(typeof kinds)[Kind]['generate']>['value'];
};
type Step = Kinds[keyof Kinds];

const often: Partial<Record<keyof typeof kinds, number>> = {
  vote: 10,
  interact: 6,
  spend: 5,
  zap: 4,
  submit: 2,
};
const step = fc.oneof(
  ...Object.entries(kinds).map(([kind, fields]) => ({
    weight: often[kind as keyof typeof kinds] ?? 1,
    arbitrary: fc
      .record({ do: fc.constant(kind), rest: fields as fc.Arbitrary<object> })
      .map(({ rest, ...named }) => ({ ...named, ...rest }) as Step),
  })),
);
/** Steps of a batch run concurrently, batches one after the other. */
const batches = fc.array(fc.array(step, { minLength: 4, maxLength: 20 }), { minLength: 1, maxLength: 6 });

interface Answer {
  status: number;
  body: unknown;
}

function send(one: Step, { people, appIds }: SmallWorld): Promise<Answer> {
  const as = 'person' in one ? people[one.person] : admin;
  const appId = 'app' in one ? (appIds[one.app] ?? '') : '';
  switch (one.do) {
    case 'vote':
      return t.call(castVote, { body: { appId, voteType: one.voteType, mode: one.mode } }, as);
    case 'interact': {
      const { interactionType, duration } = one;
      return t.call(recordInteraction, { body: { appId, interactionType, duration } }, as);
    }
    case 'spend': {
      const durations = { [appId]: one.ms, [appIds[one.other] ?? '']: one.ms };
      return t.call(recordDurations, { body: { durations } }, as);
    }
    case 'zap':
      return t.call(reportZapCount, { body: { zapCount: one.zapCount } }, as);
    case 'submit': {
      const url = `https://${newId()}.example.com/`;
      return t.call(submitApp, { body: { title: 'T', description: 'D', url, category: 'Games' } }, as);
    }
    case 'reset':
      return t.call(resetStats, {}, admin);
    case 'cleanUp':
      return t.call(cleanupInteractions, {}, admin);
    case 'timeStats':
      return t.call(recalculateTimeStats, {}, admin);
    case 'recalculate':
      return t.call(recalculateRankings, { body: one.weights }, admin);
    case 'save':
      return t.call(saveFormulaWeights, { body: one.weights }, admin);
    case 'review':
      return t.call(setAppStatus, { params: { id: appId }, body: { status: one.status } }, admin);
  }
}

async function expectInvariants(): Promise<void> {
  const { rows } = await t.deps.pool.query(`
    SELECT a.id FROM apps a
    WHERE a.upvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'up')
       OR a.downvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'down')
    UNION ALL SELECT user_id FROM votes GROUP BY user_id, app_id HAVING count(*) > 1
    UNION ALL SELECT NULL FROM settings WHERE kind = 'weights' HAVING count(*) FILTER (WHERE is_active) <> 1`);
  expect(rows).toEqual([]);
  const { inForce } = await readWeights(t.deps.db);
  for (const stored of await t.deps.db.select().from(apps)) {
    expect(stored.rankingScore).toBeCloseTo(rankingScore(stored, inForce), 6);
  }
}

async function expectViewsAndTimes(
  world: SmallWorld,
  counted: Map<string, number>,
  hasReset: boolean,
): Promise<void> {
  let spent = 0;
  for (const id of world.appIds) {
    const { views, timeSpent } = await t.readApp(id);
    const answered = counted.get(id) ?? 0;
    expect(views).toBeLessThanOrEqual(answered);
    if (!hasReset) expect(views).toBe(answered);
    spent += timeSpent - 1;
  }
  // The clock stands still, so no one can spend more than the allowance.
  expect(spent).toBeLessThanOrEqual(PEOPLE * DURATION_ALLOWANCE_MS);
}

async function expectAverages(): Promise<void> {
  expect((await t.call(recalculateTimeStats, {}, admin)).status).toBe(200);
  const { rows } = await t.deps.pool.query<{ appId: string; kind: string; duration: number }>(
    'SELECT app_id AS "appId", interaction_type AS kind, duration FROM user_app_interactions',
  );
  for (const stored of await t.deps.db.select().from(apps)) {
    const averageOf = (kind: string): number => {
      const valid = rows.filter((row) => row.appId === stored.id && row.kind === kind && row.duration >= 100);
      return valid.length === 0 ? 0 : valid.reduce((sum, { duration }) => sum + duration, 0) / valid.length;
    };
    expect(Math.abs(stored.avgTimeToUpvote - averageOf('like'))).toBeLessThanOrEqual(0.5);
    expect(Math.abs(stored.avgTimeToDownvote - averageOf('dislike'))).toBeLessThanOrEqual(0.5);
    expect(Math.abs(stored.avgViewTime - averageOf('view'))).toBeLessThanOrEqual(0.5);
  }
}

it('concurrent requests of many clients keep the invariants', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(batches, async (run) => {
      const world = await populate(t, { durationsSentAt: t.clock.now });
      const counted = new Map<string, number>();
      const zaps = Array<number>(PEOPLE).fill(0);
      for (const batch of run) {
        const answers = await Promise.all(batch.map((one) => send(one, world)));
        const reported = Array<number>(PEOPLE).fill(0);
        for (const [index, one] of batch.entries()) {
          const { status, body } = answers[index] as Answer;
          // The app may have been rejected concurrently.
          expect([200, 201, 404], JSON.stringify(one)).toContain(status);
          if (one.do === 'interact' && (body as { counted?: boolean }).counted) {
            const id = world.appIds[one.app] ?? '';
            counted.set(id, (counted.get(id) ?? 0) + 1);
          }
          if (one.do === 'zap') reported[one.person] = (reported[one.person] ?? 0) + 1;
        }
        await expectInvariants();
        for (const [index, { user }] of world.people.entries()) {
          const { rows } = await t.deps.pool.query<{ zaps: number }>(
            'SELECT zap_count AS zaps FROM users WHERE id = $1',
            [user?.id],
          );
          const [before, now] = [zaps[index] ?? 0, rows[0]?.zaps ?? -1];
          expect(now).toBeGreaterThanOrEqual(before);
          expect(now).toBeLessThanOrEqual(before + ZAP_STEP_MAX * (reported[index] ?? 0));
          zaps[index] = now;
        }
      }
      const hasReset = run.flat().some((one) => one.do === 'reset');
      await expectViewsAndTimes(world, counted, hasReset);
      await expectAverages();
      expect((await t.call(cleanupInteractions, {}, admin)).status).toBe(200);
      const short = await t.deps.pool.query('SELECT FROM user_app_interactions WHERE duration < 100');
      expect(short.rowCount).toBe(0);
    }),
    // Concurrent runs are not repeatable, so shrinking would not help.
    { numRuns: cases, seed, endOnFailure: true },
  );
});
