import { castVote, nextVote, recount, VoteMode, VoteType } from '@zapdeck/contract/feed/votes';
import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const idOf = (person: Person): string => {
  if (!person.user) throw new Error('A visitor has no id');
  return person.user.id;
};

async function rowsOf(appId: string): Promise<{ upvotes: number; downvotes: number }> {
  const rows = await test.deps.db
    .select({ voteType: votes.voteType, rows: count() })
    .from(votes)
    .where(eq(votes.appId, appId))
    .groupBy(votes.voteType);
  const of = (voteType: VoteType) => rows.find((row) => row.voteType === voteType)?.rows ?? 0;
  return { upvotes: of('up'), downvotes: of('down') };
}

async function storedVote(person: Person, appId: string) {
  const rows = await test.deps.db
    .select()
    .from(votes)
    .where(and(eq(votes.appId, appId), eq(votes.userId, idOf(person))));
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}

it('rejects a vote that names another user', async () => {
  const { id: appId } = await test.addApp();
  const [member, another] = [await test.person('member'), await test.person('member')];
  const vote = (as: Person) =>
    test.call(castVote, { body: { appId, voteType: 'up', mode: 'cast', userId: idOf(member) } }, as);
  expect(await vote(another)).toMatchObject({ status: 409, error: { code: 'session_changed' } });
  expect(await rowsOf(appId)).toEqual({ upvotes: 0, downvotes: 0 });
  expect((await vote(member)).body).toMatchObject({ upvotes: 1 });
});

describe('every transition of a vote', () => {
  const transitions = [null, ...VoteType.options].flatMap((before) =>
    VoteType.options.flatMap((voteType) => VoteMode.options.map((mode) => ({ before, voteType, mode }))),
  );

  it.each(transitions)('$before, then $mode $voteType', async ({ before, voteType, mode }) => {
    const { id: appId } = await test.addApp();
    const [voter, other] = [await test.person('member'), await test.person('member')];
    await test.call(castVote, { body: { appId, voteType: 'up' } }, other);
    if (before) await test.call(castVote, { body: { appId, voteType: before, mode: 'cast' } }, voter);
    const counts = await rowsOf(appId);

    const answer = await test.call(castVote, { body: { appId, voteType, mode } }, voter);

    const after = nextVote(before, voteType, mode);
    const expected = recount(counts, before, after);
    expect(answer.status).toBe(200);
    expect(answer.body.userVote).toEqual(after && { voteType: after, userId: idOf(voter) });
    expect(answer.body).toMatchObject(expected);
    expect((await storedVote(voter, appId))?.voteType ?? null).toBe(after);
    expect(await rowsOf(appId)).toEqual(expected);
    expect(await test.readApp(appId)).toMatchObject(expected);
  });
});

it('returns the result of the vote', async () => {
  const { id: appId } = await test.addApp();
  const voter = await test.person('member');
  const messageAfter = async (mode: VoteMode, voteType: VoteType) =>
    (await test.call(castVote, { body: { appId, voteType, mode } }, voter)).body.message;
  expect(await messageAfter('toggle', 'up')).toBe('Vote recorded');
  expect(await messageAfter('toggle', 'up')).toBe('Vote removed');
  expect(await messageAfter('cast', 'down')).toBe('Vote recorded');
  expect(await messageAfter('retract', 'up')).toBe('Vote unchanged');
  expect(await messageAfter('retract', 'down')).toBe('Vote removed');
});

it('toggles by default, and updates the date of a changed vote', async () => {
  const { id: appId } = await test.addApp();
  const voter = await test.person('member');
  await test.call(castVote, { body: { appId, voteType: 'down' } }, voter);
  test.clock.advance(60_000);
  await test.call(castVote, { body: { appId, voteType: 'up' } }, voter);
  expect(await storedVote(voter, appId)).toMatchObject({ voteType: 'up', createdAt: test.clock.now });
  test.clock.advance(60_000);
  await test.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, voter);
  expect((await storedVote(voter, appId))?.createdAt.getTime()).toBe(test.clock.now.getTime() - 60_000);
});

it('changes the score at once by the current weights', async () => {
  const { id: appId, rankingScore } = await test.addApp();
  const voter = await test.person('member');
  await test.call(castVote, { body: { appId, voteType: 'up' } }, voter);
  expect((await test.readApp(appId)).rankingScore).toBeCloseTo(rankingScore + 10);
  await test.call(castVote, { body: { appId, voteType: 'down' } }, voter);
  expect((await test.readApp(appId)).rankingScore).toBeCloseTo(rankingScore - 5);
});

describe('concurrent votes', () => {
  it.each([12, 13])(
    '%i concurrent toggles of one user have the same result as in sequence',
    async (times) => {
      const { id: appId } = await test.addApp();
      const voter = await test.person('member');
      const answers = await Promise.all(
        Array.from({ length: times }, () => test.call(castVote, { body: { appId, voteType: 'up' } }, voter)),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array<number>(times).fill(200));
      // Each toggle sees the result of the one before, so every other one casts a vote.
      expect(answers.filter((answer) => answer.body.userVote !== null)).toHaveLength(Math.ceil(times / 2));
      expect(await rowsOf(appId)).toEqual({ upvotes: times % 2, downvotes: 0 });
      expect(await test.readApp(appId)).toMatchObject({ upvotes: times % 2, downvotes: 0 });
    },
  );

  /** Toggles a vote while another node has toggled the same vote and has not committed. */
  async function toggleBesideAnother(on: TestApp) {
    const voter = await on.person('member');
    const { id: appId } = await on.addApp();
    const holder = await on.deps.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query(
        "SELECT cast_votes_from_networks(ARRAY[$1::uuid], ARRAY[$2::uuid], ARRAY[$3::uuid], '{up}', '{NULL}', '{up}', ARRAY[now()], '{}', true)",
        [newId(), idOf(voter), appId],
      );
      const toggle = on.call(castVote, { body: { appId, voteType: 'up' } }, voter);
      await untilBlocked(on.deps.pool, { like: '%cast_votes%' });
      await holder.query('COMMIT');
      return await toggle;
    } finally {
      holder.release();
    }
  }

  it('concurrent toggles on two nodes have the same result, and fail without the lock', async () => {
    expect((await toggleBesideAnother(test)).body).toMatchObject({ message: 'Vote removed', upvotes: 0 });
    const unlocked = await openTestApp();
    try {
      const { rows } = await unlocked.deps.pool.query<{ source: string }>(
        "SELECT pg_get_functiondef('cast_votes_from_networks'::regproc) AS source",
      );
      const source = rows[0]?.source ?? '';
      expect(source).toContain('FOR NO KEY UPDATE');
      await unlocked.deps.pool.query(source.replaceAll(/FOR NO KEY UPDATE( SKIP LOCKED)?/g, ''));
      expect((await toggleBesideAnother(unlocked)).status).toBe(500);
    } finally {
      await unlocked.close();
    }
  });

  it('12 concurrent casts of one user are one vote', async () => {
    const { id: appId } = await test.addApp();
    const voter = await test.person('member');
    const body = { appId, voteType: 'up', mode: 'cast' } as const;
    const answers = await Promise.all(Array.from({ length: 12 }, () => test.call(castVote, { body }, voter)));
    for (const answer of answers) expect(answer.body).toMatchObject({ upvotes: 1, downvotes: 0 });
    expect(await rowsOf(appId)).toEqual({ upvotes: 1, downvotes: 0 });
  });

  it('keep the counters equal to the rows (200 votes of 20 users on 3 apps)', async () => {
    const appIds = (await Promise.all([test.addApp(), test.addApp(), test.addApp()])).map(({ id }) => id);
    const voters = await Promise.all(Array.from({ length: 20 }, () => test.person('member')));
    const random = sequence(7);
    const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
    const casts = Array.from({ length: 200 }, () => {
      const body = { appId: pick(appIds), voteType: pick(VoteType.options), mode: pick(VoteMode.options) };
      return { body, voter: pick(voters) };
    });
    // Twenty at a time, because a busy machine may reject requests that wait too long for a connection.
    const lanes = voters.map((_, lane) => casts.filter((_cast, index) => index % voters.length === lane));
    const statuses = await Promise.all(
      lanes.map(async (lane) => {
        const answered: number[] = [];
        for (const { body, voter } of lane)
          answered.push((await test.call(castVote, { body }, voter)).status);
        return answered;
      }),
    );
    expect(new Set(statuses.flat())).toEqual(new Set([200]));
    for (const appId of appIds) {
      const { upvotes, downvotes, views, timeSpent, rankingScore } = await test.readApp(appId);
      expect({ upvotes, downvotes }).toEqual(await rowsOf(appId));
      expect(rankingScore).toBeCloseTo(upvotes * 10 - downvotes * 5 + views * 0.1 + timeSpent * 0.001);
    }
  });
});

describe('refusals', () => {
  it.each([
    ['visitor', 401, 'unauthorized'],
    ['guest', 403, 'guest_forbidden'],
  ] as const)('a %s cannot vote', async (role, status, code) => {
    const { id: appId } = await test.addApp();
    const person = role === 'visitor' ? visitor : await test.person(role);
    const answer = await test.call(castVote, { body: { appId, voteType: 'up' } }, person);
    expect(answer).toMatchObject({ status, error: { code } });
    expect(await rowsOf(appId)).toEqual({ upvotes: 0, downvotes: 0 });
  });

  it.each(['pending', 'rejected', 'unknown'] as const)(
    'rejects a vote on an app that is %s',
    async (status) => {
      const appId = status === 'unknown' ? newId() : (await test.addApp({ status })).id;
      const voter = await test.person('member');
      const answer = await test.call(castVote, { body: { appId, voteType: 'up' } }, voter);
      expect(answer).toMatchObject({ status: 404, error: { code: 'app_not_found' } });
      expect(await rowsOf(appId)).toEqual({ upvotes: 0, downvotes: 0 });
    },
  );

  it.each([
    [{ appId: 'no-id', voteType: 'up' }, 'appId'],
    [{ voteType: 'up' }, 'appId'],
    [{ appId: newId(), voteType: 'sideways' }, 'voteType'],
    [{ appId: newId(), voteType: 'up', mode: 'always' }, 'mode'],
  ])('rejects %j with an error in the field %s', async (body, field) => {
    const voter = await test.person('member');
    const answer = await test.call(castVote, { body } as never, voter);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
  });
});
