import {
  type Decision,
  decideApps,
  DECISIONS_MAX,
  undoDecisions,
} from '@zapdeck/contract/moderation/decisions';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { drawn } from '../../../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { appMails } from '../../makers/app-mails.ts';
import { MAIL_DELAY_MS } from '../../makers/undo-period.ts';
import { runJob, withBoss } from '../../../testing/queued-jobs.ts';
import { mailsAbout } from './mails-about.fixture.ts';

const APPROVED = '“Tiny Piano” is in the deck';
const REJECTED = '“Tiny Piano” was not accepted';

/** Default number of rounds. */
const few = { large: drawn(1, 1), small: drawn(4, 1) };

let t: TestApp;
let admin: Person;
let colleague: Person;
let maker: Person;
let isMailServerDown = false;
const sent: string[] = [];
beforeAll(async () => {
  t = await openTestApp({
    mailer: {
      async send({ subject }) {
        if (isMailServerDown) throw new Error('connect ECONNREFUSED');
        sent.push(subject);
      },
      forget: async () => undefined,
      forgetBefore: async () => 0,
    },
  });
  admin = await t.person('admin');
  colleague = await t.person('admin');
  maker = await t.person('member', { emailVerifiedAt: t.clock.now });
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const addWaiting = async (count: number) => {
  const words = { title: 'Tiny Piano', description: 'Two octaves.', category: 'Games' };
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    const url = `https://${id}.example.org/`;
    return { id, ...words, url, submittedBy: maker.user?.id ?? null, status: 'pending' as const };
  });
  await t.deps.db.insert(apps).values(rows);
  return rows.map(({ id }) => id);
};

interface Asked {
  decision?: Decision;
  seen?: Record<string, string>;
  by?: Person;
}

const decide = (ids: string[], { decision = 'approved', by = admin, seen }: Asked = {}) =>
  t.call(decideApps, { body: { ids, decision, ...(seen && { seen }) } }, by);
const undo = (id: string | null, by = admin) => t.call(undoDecisions, { params: { id: id ?? '' } }, by);
const countOf = async (statement: string, values: unknown[]) =>
  (await t.deps.pool.query<{ many: number }>(statement, values)).rows[0]?.many;

/** Delay of one of two calls, which overlap in many ways. */
const lead = fc.integer({ min: 0, max: 40 });
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the mail jobs about these apps once. Those that are put off stay in the queue. Returns the sent mails. */
async function deliver(ids: string[]): Promise<string[]> {
  sent.splice(0);
  const done: string[] = [];
  for (const job of await mailsAbout(t.deps.pool, ids)) {
    await runJob(t, appMails, job).then(
      () => done.push(job.id),
      () => undefined,
    );
  }
  if (done.length > 0) await withBoss(t.deps.pool, (boss) => boss.deleteJob(appMails.name, done));
  return [...sent];
}

const rounds = <T>(
  { cases, seed }: ReturnType<typeof drawn>,
  arbitrary: fc.Arbitrary<T>,
  round: (values: T) => Promise<void>,
) => fc.assert(fc.asyncProperty(arbitrary, round), { numRuns: cases, seed, endOnFailure: true });

describe('concurrent decisions', () => {
  test(
    'of two admins on five hundred apps decide each app once, and both get the same result',
    {
      tags: 'long',
      timeout: few.large.timeout,
    },
    () =>
      rounds(few.large, fc.tuple(lead, fc.boolean()), async ([ms, isTurned]) => {
        const ids = await addWaiting(DECISIONS_MAX);
        const [{ updatedAt }] = [await t.readApp(ids[0] ?? '')];
        const seen = Object.fromEntries(ids.map((id) => [id, updatedAt.toISOString()]));
        t.clock.advance(1_000);
        const theirs = isTurned ? ids.toReversed() : ids;
        const responses = await Promise.all([
          decide(ids, { seen }),
          after(ms).then(() => decide(theirs, { seen, decision: 'rejected', by: colleague })),
        ]);
        const won = responses.map(({ status, body }) => {
          // On a busy machine, a decision that waits too long for the other is refused.
          expect([200, 503]).toContain(status);
          return status === 200 ? body.outcomes.filter(({ outcome }) => outcome === 'decided').length : 0;
        });
        const isBusy = responses.some(({ status }) => status === 503);
        if (isBusy && won.every((count) => count === 0)) return;
        expect(won.toSorted((a, b) => a - b)).toEqual([0, DECISIONS_MAX]);
        const [mine, other] = [admin, colleague].map(({ user }) => user?.id);
        const [winner, status] = won[0] ? [mine, 'approved'] : [other, 'rejected'];
        const loser = responses[won[0] ? 1 : 0];
        if (!isBusy)
          expect(loser?.body.outcomes.every(({ decided }) => decided?.by?.id === winner)).toBe(true);
        const [byWinner, standing] = [
          `SELECT count(*)::int AS many FROM audit_log WHERE target_id = ANY ($1) AND actor_id = $2`,
          'SELECT count(*)::int AS many FROM apps WHERE id = ANY ($1) AND status = $2',
        ];
        expect(await countOf(byWinner, [ids, winner])).toBe(DECISIONS_MAX);
        expect(await countOf(standing, [ids, status])).toBe(DECISIONS_MAX);
      }),
  );

  test(
    'with an undo apply one of them to the whole batch, and mail its outcome',
    {
      tags: 'long',
      timeout: few.small.timeout,
    },
    () =>
      rounds(few.small, fc.tuple(lead, lead, fc.boolean()), async ([first, second, hasSeen]) => {
        const ids = await addWaiting(3);
        const { batchId } = (await decide(ids)).body;
        const { updatedAt } = await t.readApp(ids[0] ?? '');
        const seen = Object.fromEntries(ids.map((id) => [id, updatedAt.toISOString()]));
        t.clock.advance(1_000);
        const against = { decision: 'rejected', by: colleague, ...(hasSeen && { seen }) } as const;
        const [undone, decided] = await Promise.all([
          after(first).then(() => undo(batchId)),
          after(second).then(() => decide(ids, against)),
        ]);
        expect([undone.status, decided.status]).toEqual([200, 200]);
        const isUndone = undone.body.undone.length > 0;
        expect(isUndone ? undone.body.undone : undone.body.kept).toEqual(expect.arrayContaining(ids));
        const isDecided = decided.body.outcomes[0]?.outcome === 'decided';
        // After an undo, a decision on the state that was seen is rejected. One on the current state is not.
        expect(isDecided).toBe(!(isUndone && hasSeen));
        for (const id of ids)
          expect(await t.readApp(id)).toMatchObject({ status: isDecided ? 'rejected' : 'pending' });
        t.clock.advance(MAIL_DELAY_MS);
        expect(await deliver(ids)).toEqual(isDecided ? ['3 of your apps were not accepted'] : []);
      }),
  );

  test(
    'of an admin who loses the role apply to the whole batch or not at all',
    {
      tags: 'long',
      timeout: few.small.timeout,
    },
    () =>
      rounds(few.small, fc.tuple(lead, lead), async ([first, second]) => {
        const loser = await t.person('admin');
        const ids = await addWaiting(40);
        const [response] = await Promise.all([
          after(first).then(() => decide(ids, { by: loser })),
          after(second).then(() =>
            t.deps.pool.query('UPDATE users SET is_admin = false WHERE id = $1', [loser.user?.id]),
          ),
        ]);
        if (response.status !== 200) expect(response.error.code).toBe('forbidden');
        const approved = `SELECT count(*)::int AS many FROM apps WHERE id = ANY ($1) AND status = 'approved'`;
        expect(await countOf(approved, [ids])).toBe(response.status === 200 ? ids.length : 0);
        const written = 'SELECT count(*)::int AS many FROM audit_log WHERE target_id = ANY ($1)';
        expect(await countOf(written, [ids])).toBe(response.status === 200 ? ids.length : 0);
      }),
  );
});

describe('mails during outages of the mail server', () => {
  const who = fc.boolean();
  const step = fc.oneof(
    fc.record({ do: fc.constantFrom('approved' as const, 'rejected' as const), who }),
    fc.record({ do: fc.constant('undo' as const), who }),
    fc.record({ do: fc.constant('mail' as const), isAway: fc.boolean() }),
  );
  const timed = fc.tuple(fc.integer({ min: 1, max: 14 }), step);

  test(
    'name only the final decision, for random sequences of decisions and undos',
    {
      tags: 'long',
      timeout: few.small.timeout,
    },
    () =>
      rounds(few.small, fc.array(timed, { minLength: 2, maxLength: 12 }), async (steps) => {
        const [id = ''] = await addWaiting(1);
        const batches = new Map<boolean, string>();
        const mailed = new Map<string, number>();
        const mail = async (isAway: boolean) => {
          isMailServerDown = isAway;
          const { status, reviewedAt } = await t.readApp(id);
          const subjects = await deliver([id]);
          isMailServerDown = false;
          // At any time, only the current decision is mailed.
          for (const subject of subjects) expect(subject).toBe(status === 'approved' ? APPROVED : REJECTED);
          const key = reviewedAt?.toISOString() ?? '';
          mailed.set(key, (mailed.get(key) ?? 0) + subjects.length);
        };
        for (const [seconds, one] of steps) {
          t.clock.advance(seconds * 1_000);
          if (one.do === 'mail') {
            // No mail is sent while its decision can be undone.
            const { reviewedAt } = await t.readApp(id);
            const comesUpAt = (reviewedAt?.getTime() ?? 0) + MAIL_DELAY_MS;
            if (comesUpAt <= t.clock.now.getTime()) await mail(one.isAway);
          } else if (one.do === 'undo')
            await undo(batches.get(one.who) ?? newId(), one.who ? admin : colleague);
          else {
            const { body } = await decide([id], { decision: one.do, by: one.who ? admin : colleague });
            if (body.batchId) batches.set(one.who, body.batchId);
          }
        }
        t.clock.advance(MAIL_DELAY_MS);
        await mail(false);
        await mail(false);
        const { status, reviewedAt } = await t.readApp(id);
        if (status !== 'pending') expect(mailed.get(reviewedAt?.toISOString() ?? '')).toBe(1);
        for (const times of mailed.values()) expect(times).toBeLessThanOrEqual(1);
      }),
  );
});
