import { DURATION_MAX_MS, recordDurations } from '@zapdeck/contract/feed/interactions';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';
import { DURATION_ALLOWANCE_MS } from './interactions.ts';

const MINUTE_MS = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

function send(person: Person, durations: Record<string, number>, batchId?: string) {
  const body = { durations, ...(batchId === undefined ? {} : { batchId }) };
  return test.call(recordDurations, { body }, person);
}

const idOf = (person: Person): string => person.user?.id ?? '';
const sum = (times: readonly number[]) => times.reduce((total, ms) => total + ms, 0);

/** Returns the time that was added to the new app. */
const spentOn = async (appId: string) => (await test.readApp(appId)).timeSpent - 1;

/** Returns a member whose last request was this long ago. */
async function memberSilentFor(ms: number): Promise<Person> {
  return test.person('member', { durationsSentAt: new Date(test.clock.now.getTime() - ms) });
}

it('adds the times to the apps and their scores', async () => {
  const [one, two] = [await test.addApp(), await test.addApp()];
  const member = await memberSilentFor(10 * MINUTE_MS);
  const answer = await send(member, { [one.id]: 60_000.4, [two.id]: 120_000 });
  expect(answer).toMatchObject({ status: 200, body: { counted: true } });
  expect(await spentOn(one.id)).toBe(60_000);
  expect(await spentOn(two.id)).toBe(120_000);
  expect((await test.readApp(two.id)).rankingScore).toBeCloseTo(two.rankingScore + 120);
});

describe('the sum of a request', () => {
  it('is limited to the time since the last request, and all times are scaled down equally', async () => {
    const [one, two] = [await test.addApp(), await test.addApp()];
    const member = await memberSilentFor(MINUTE_MS - DURATION_ALLOWANCE_MS);
    await send(member, { [one.id]: 60_000, [two.id]: 180_000 });
    expect(await spentOn(one.id)).toBe(15_000);
    expect(await spentOn(two.id)).toBe(45_000);
  });

  it('is limited to the age of the account in the first request', async () => {
    const { id: appId } = await test.addApp();
    const member = await test.person('member');
    test.clock.advance(MINUTE_MS);
    await send(member, { [appId]: 20 * MINUTE_MS });
    expect(await spentOn(appId)).toBe(MINUTE_MS + DURATION_ALLOWANCE_MS);
  });

  it('is limited without accumulating the tolerance', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(0);
    for (let sends = 0; sends < 10; sends += 1) await send(member, { [appId]: MINUTE_MS });
    expect(await spentOn(appId)).toBe(DURATION_ALLOWANCE_MS);
    test.clock.advance(MINUTE_MS);
    for (let sends = 0; sends < 10; sends += 1) await send(member, { [appId]: MINUTE_MS });
    expect(await spentOn(appId)).toBe(MINUTE_MS + DURATION_ALLOWANCE_MS);
  });

  it('is limited for concurrent requests', async () => {
    const apps = await Promise.all([test.addApp(), test.addApp(), test.addApp()]);
    const ids = apps.map(({ id }) => id);
    const member = await memberSilentFor(MINUTE_MS);
    const other = await memberSilentFor(30 * MINUTE_MS);
    const forward = Object.fromEntries(ids.map((id) => [id, 30_000]));
    const backward = Object.fromEntries(ids.toReversed().map((id) => [id, 10_000]));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? send(member, forward) : send(other, backward))),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const total = sum(await Promise.all(ids.map(spentOn)));
    // Only the first of the other member’s ten sends finds unused time.
    expect(total).toBeLessThanOrEqual(MINUTE_MS + DURATION_ALLOWANCE_MS + 30_000 + DURATION_ALLOWANCE_MS);
    expect(total).toBeGreaterThan(MINUTE_MS + 30_000);
  });

  it('cannot use time from before the last request', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(60 * MINUTE_MS);
    await send(member, { [appId]: 1_000 });
    await send(member, { [appId]: 20 * MINUTE_MS });
    expect(await spentOn(appId)).toBe(1_000 + DURATION_ALLOWANCE_MS);
  });

  it('is 0 if the clock is set back', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(-60 * MINUTE_MS);
    expect((await send(member, { [appId]: MINUTE_MS })).status).toBe(200);
    expect(await spentOn(appId)).toBe(0);
  });

  it('is limited for random times', { tags: 'long' }, async () => {
    const apps = await Promise.all(Array.from({ length: 6 }, () => test.addApp()));
    const times = fc.array(fc.integer({ min: 0, max: DURATION_MAX_MS }), { minLength: 1, maxLength: 6 });
    const room = fc.integer({ min: -DURATION_ALLOWANCE_MS, max: 6 * DURATION_MAX_MS });
    await fc.assert(
      fc.asyncProperty(times, room, async (durations, silentMs) => {
        const ids = durations.map((_, index) => apps[index]?.id ?? '');
        const before = await Promise.all(ids.map(spentOn));
        const person = await memberSilentFor(silentMs);
        await send(person, Object.fromEntries(durations.map((ms, index) => [ids[index], ms])));
        const spent = (await Promise.all(ids.map(spentOn))).map((ms, index) => ms - (before[index] ?? 0));
        const allowed = silentMs + DURATION_ALLOWANCE_MS;
        const reported = sum(durations);
        for (const [index, ms] of spent.entries()) expect(ms).toBeLessThanOrEqual(durations[index] ?? -1);
        expect(sum(spent)).toBeLessThanOrEqual(allowed);
        // Rounding down takes less than a millisecond from each.
        expect(sum(spent)).toBeGreaterThan(Math.min(allowed, reported) - spent.length);
      }),
      { seed: 11, numRuns: 60 },
    );
  });
});

describe('a batch', () => {
  it('counts once, and a repeat changes nothing', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(60 * MINUTE_MS);
    const batchId = newId();
    expect((await send(member, { [appId]: 60_000 }, batchId)).body).toEqual({ counted: true });
    test.clock.advance(10 * MINUTE_MS);
    expect((await send(member, { [appId]: 60_000 }, batchId)).body).toEqual({ counted: false });
    expect(await spentOn(appId)).toBe(60_000);
    await send(member, { [appId]: 10 * MINUTE_MS }, newId());
    expect(await spentOn(appId)).toBe(60_000 + 10 * MINUTE_MS);
  });

  it('counts once for concurrent copies', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(60 * MINUTE_MS);
    const batchId = newId();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(member, { [appId]: 1_000 }, batchId)),
    );
    expect(answers.filter((answer) => answer.body.counted)).toHaveLength(1);
    expect(await spentOn(appId)).toBe(1_000);
  });

  it('can have the same id for two users', async () => {
    const { id: appId } = await test.addApp();
    const batchId = newId();
    await send(await memberSilentFor(MINUTE_MS), { [appId]: 1_000 }, batchId);
    await send(await memberSilentFor(MINUTE_MS), { [appId]: 1_000 }, batchId);
    expect(await spentOn(appId)).toBe(2_000);
  });
});

describe('a batch with a user id', () => {
  it('counts for that user, with any spelling of the id', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(MINUTE_MS);
    for (const userId of [idOf(member), idOf(member).toUpperCase()]) {
      const body = { durations: { [appId]: 1_000 }, batchId: newId(), userId };
      expect((await test.call(recordDurations, { body }, member)).body).toEqual({ counted: true });
    }
    expect(await spentOn(appId)).toBe(2_000);
  });

  it('is rejected in the session of another user, and still counts for its own user', async () => {
    const { id: appId } = await test.addApp();
    const [member, another] = [await memberSilentFor(MINUTE_MS), await memberSilentFor(MINUTE_MS)];
    const body = { durations: { [appId]: 1_000 }, batchId: newId(), userId: idOf(member) };
    expect(await test.call(recordDurations, { body }, another)).toMatchObject({
      status: 409,
      error: { code: 'session_changed' },
    });
    expect(await spentOn(appId)).toBe(0);
    expect((await test.call(recordDurations, { body }, member)).body).toEqual({ counted: true });
    expect(await spentOn(appId)).toBe(1_000);
  });

  it('rejects an invalid user id', async () => {
    const body = { durations: {}, userId: 'me' };
    expect(await test.call(recordDurations, { body }, await test.person('member'))).toMatchObject({
      status: 400,
      error: { fields: { userId: expect.any(String) } },
    });
  });
});

describe('apps in a batch', () => {
  it('are skipped if they are unknown or unapproved, without reducing the other times', async () => {
    const [approved, pending, rejected] = [
      await test.addApp(),
      await test.addApp({ status: 'pending' }),
      await test.addApp({ status: 'rejected' }),
    ];
    const member = await memberSilentFor(MINUTE_MS);
    const durations = {
      [approved.id]: 60_000,
      [pending.id]: 60_000,
      [rejected.id]: 60_000,
      [newId()]: 60_000,
    };
    expect((await send(member, durations)).body).toEqual({ counted: true });
    expect(await spentOn(approved.id)).toBe(60_000);
    expect(await spentOn(pending.id)).toBe(0);
    expect(await spentOn(rejected.id)).toBe(0);
  });

  it('count once with the last time if an id has two spellings', async () => {
    const { id: appId } = await test.addApp();
    const member = await memberSilentFor(300 * MINUTE_MS);
    await send(member, { [appId]: 2 * MINUTE_MS, [appId.toUpperCase()]: MINUTE_MS });
    expect(await spentOn(appId)).toBe(MINUTE_MS);
  });

  it('may be an empty list', async () => {
    expect((await send(await test.person('member'), {})).body).toEqual({ counted: true });
  });
});

describe('refusals', () => {
  it.each([
    ['visitor', 401, 'unauthorized'],
    ['guest', 403, 'guest_forbidden'],
  ] as const)('a %s is not recorded', async (role, status, code) => {
    const { id: appId } = await test.addApp();
    const person = role === 'visitor' ? visitor : await test.person(role);
    expect(await send(person, { [appId]: 1_000 })).toMatchObject({ status, error: { code } });
    expect(await spentOn(appId)).toBe(0);
  });

  it.each([-1, DURATION_MAX_MS + 1, null, '5'])(
    'a duration of %j rejects the whole request',
    async (wrong) => {
      const [fine, bad] = [await test.addApp(), await test.addApp()];
      const member = await memberSilentFor(MINUTE_MS);
      const durations = { [fine.id]: 1_000, [bad.id]: wrong } as Record<string, number>;
      const answer = await send(member, durations);
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
      expect(answer.error.fields).toHaveProperty([`durations.${bad.id}`]);
      expect(await spentOn(fine.id)).toBe(0);
      const [user] = await test.deps.db
        .select()
        .from(users)
        .where(eq(users.id, member.user?.id ?? ''));
      expect(user?.durationsSentAt).toEqual(member.user?.durationsSentAt);
    },
  );

  it.each([{ 'no-id': 5 }, Object.fromEntries(Array.from({ length: 501 }, () => [newId(), 1]))])(
    'rejects apps without valid ids, and too many',
    async (durations) => {
      expect((await send(await test.person('member'), durations)).status).toBe(400);
    },
  );
});
