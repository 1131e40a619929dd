import { castVote as castVoteRoute, type VoteMode, type VoteType } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { finishRequests } from '../../http/http-server.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { castVote } from './votes.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { eventually } from '../../testing/eventually.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

async function addVoters(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => t.person('member')));
  return people.map(({ user }) => user?.id ?? '');
}

const addApps = async (count: number): Promise<string[]> =>
  (await Promise.all(Array.from({ length: count }, () => t.addApp()))).map(({ id }) => id);

const cast = (
  voterId: string,
  appId: string,
  voteType: VoteType = 'up',
  mode: VoteMode = 'toggle',
  db = t.deps.db,
) => castVote(db, voterId, { appId, voteType, mode }, { now: t.clock.now, address: '192.0.2.1' });

/** Returns the number of transactions that wrote the present votes on these apps. */
async function transactionsOf(appIds: readonly string[]): Promise<number> {
  const { rows } = await t.deps.pool.query<{ count: number }>(
    'SELECT count(DISTINCT xmin::text)::int AS count FROM votes WHERE app_id = ANY ($1)',
    [appIds],
  );
  return rows[0]?.count ?? 0;
}

async function expectCountsToEqualRows(): Promise<void> {
  const { rows } = await t.deps.pool.query(`SELECT id FROM apps
    WHERE upvotes <> (SELECT count(*) FROM votes WHERE app_id = apps.id AND vote_type = 'up')
       OR downvotes <> (SELECT count(*) FROM votes WHERE app_id = apps.id AND vote_type = 'down')`);
  expect(rows).toEqual([]);
}

test('concurrent votes share transactions, even on one app, and each returns its own counts', async () => {
  const [voters, [hot = '', ...others]] = [await addVoters(24), await addApps(25)];
  const answers = await Promise.all([
    ...voters.map((voter) => cast(voter, hot)),
    ...voters.map((voter, index) => cast(voter, others[index] ?? '', 'down')),
  ]);
  const onHot = answers.slice(0, 24).map(({ upvotes }) => upvotes);
  expect(onHot).toEqual(voters.map((_voter, index) => index + 1));
  for (const answer of answers.slice(24)) expect(answer).toMatchObject({ upvotes: 0, downvotes: 1 });
  expect(await transactionsOf([hot])).toBe(1);
  expect(await transactionsOf([hot, ...others])).toBeLessThan(6);
  await expectCountsToEqualRows();
});

/** Longer than in production, so that a slow machine takes a small part of it. */
const WAITS = { lock_timeout: 2_000, connectionTimeoutMillis: 3_000 };
/**
 * Two waits for a lock, one for a connection, and time for a slow machine. Waits in sequence would take more than twenty
 * seconds.
 */
const SOON_MS = 18_000;

test('rejects all votes after one timeout while all apps are locked', async () => {
  const [voters, appIds] = [await addVoters(12), await addApps(12)];
  const hasty = openDatabase({ ...t.database.connection, ...WAITS }, () => undefined);
  const other = await t.deps.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('LOCK TABLE apps IN EXCLUSIVE MODE');
    const begunAt = performance.now();
    const votes = Array.from({ length: 130 }, (_, index) =>
      cast(voters[index % 12] ?? '', appIds[(index * 7) % 12] ?? '', 'up', 'toggle', hasty.db),
    );
    const told = await Promise.allSettled(votes);
    expect(performance.now() - begunAt).toBeLessThan(SOON_MS);
    expect(told.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    await other.query('ROLLBACK');
  } finally {
    other.release(true);
    await hasty.pool.end();
  }
  expect(await cast(voters[0] ?? '', appIds[0] ?? '')).toMatchObject({ upvotes: 1 });
  await expectCountsToEqualRows();
});

test('applies several toggles of one voter in their order', async () => {
  const [[voter = '', other = ''], [appId = '']] = [await addVoters(2), await addApps(1)];
  const answers = await Promise.all([
    cast(voter, appId),
    cast(other, appId),
    cast(voter, appId),
    cast(voter, appId, 'down'),
    cast(voter, appId, 'up'),
  ]);
  expect(answers.map(({ upvotes, downvotes, userVote }) => [upvotes, downvotes, userVote?.voteType])).toEqual(
    [
      [1, 0, 'up'],
      [2, 0, 'up'],
      [1, 0, undefined],
      [1, 1, 'down'],
      [2, 0, 'up'],
    ],
  );
  expect(await transactionsOf([appId])).toBe(1);
  await expectCountsToEqualRows();
});

test('rejects only a vote on an unknown or unapproved app', async () => {
  const [voters, appIds] = [await addVoters(3), await addApps(6)];
  const pending = (await t.addApp({ status: 'pending' })).id;
  const settled = await Promise.allSettled(
    voters.flatMap((voter) => [newId(), pending, ...appIds].map((appId) => cast(voter, appId))),
  );
  for (const [index, one] of settled.entries()) {
    if (index % 8 < 2) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'app_not_found' } });
    else expect(one).toMatchObject({ status: 'fulfilled' });
  }
  await expectCountsToEqualRows();
});

test('rejects only the vote that the database rejects', async () => {
  const [voters, appIds] = [await addVoters(4), await addApps(8)];
  await t.deps.pool.query(`
    CREATE FUNCTION refuse_vote() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'not this one' USING ERRCODE = 'check_violation'; END $$;
    CREATE TRIGGER refuse_vote BEFORE INSERT ON votes FOR EACH ROW
      WHEN (NEW.app_id = '${appIds[3]}') EXECUTE FUNCTION refuse_vote()`);
  const settled = await Promise.allSettled(
    voters.flatMap((voter) => appIds.map((appId) => cast(voter, appId))),
  );
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(voters.length);
  for (const [index, appId] of appIds.entries()) {
    expect((await t.readApp(appId)).upvotes).toBe(index === 3 ? 0 : voters.length);
  }
  await t.deps.pool.query('DROP TRIGGER refuse_vote ON votes');
});

test('a locked app delays only votes on it', async () => {
  const [voters, [held = '', ...appIds]] = [await addVoters(3), await addApps(5)];
  const holder = await t.deps.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [held]);
  let waiting = voters.length;
  const onHeld = voters.map(async (voter) => {
    const answer = await cast(voter, held);
    waiting -= 1;
    return answer;
  });
  // Two rounds, so that some votes are sent while others wait for the app.
  for (const voter of voters) await Promise.all(appIds.map((appId) => cast(voter, appId)));
  expect(waiting).toBe(voters.length);
  await holder.query('COMMIT');
  holder.release();
  expect((await Promise.all(onHeld)).map(({ upvotes }) => upvotes)).toEqual([1, 2, 3]);
  await expectCountsToEqualRows();
});

test('locks free apps by id, because PostgreSQL may wait for a row that it should skip', async () => {
  const [[voter = ''], first, second] = [await addVoters(1), newId(), newId()];
  // The table has them in the other order.
  for (const id of [second, first]) await t.addApp({ id });
  const [holder, caster] = [await t.deps.pool.connect(), await t.deps.pool.connect()];
  try {
    await caster.query('BEGIN');
    await caster.query('SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off');
    const { rows } = await caster.query<{ source: string }>(
      "SELECT pg_get_functiondef('cast_votes_from_networks'::regproc) AS source",
    );
    await caster.query(rows[0]?.source.replaceAll(' SKIP LOCKED', '') ?? '');
    await holder.query('BEGIN');
    await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [first]);
    const casting = caster.query(
      `SELECT FROM cast_votes_from_networks(ARRAY[$1, $2]::uuid[], ARRAY[$3, $3]::uuid[], ARRAY[$4, $5]::uuid[],
         '{up,up}', '{up,up}', '{up,up}', ARRAY[now(), now()], '{}', false)`,
      [newId(), newId(), voter, first, second],
    );
    await untilBlocked(t.deps.pool, { like: '%cast_votes%' });
    await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE NOWAIT', [second]);
    await holder.query('COMMIT');
    await casting;
  } finally {
    holder.release(true);
    caster.release(true);
  }
});

test('deleting a voter delays only votes on the same app, and rejects only the voter’s vote', async () => {
  const [[gone = '', ...voters], appIds] = [await addVoters(3), await addApps(5)];
  const [former = '', theirs = '', ...others] = appIds;
  await cast(gone, former);
  const deleter = await t.deps.pool.connect();
  await deleter.query('BEGIN');
  await deleter.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [gone]);
  const votes = Promise.allSettled([gone, ...voters].map((voter) => cast(voter, theirs)));
  await Promise.all(voters.flatMap((voter) => [former, ...others].map((appId) => cast(voter, appId))));
  await deleter.query('DELETE FROM users WHERE id = $1', [gone]);
  await deleter.query('COMMIT');
  deleter.release();
  const [own, ...rest] = await votes;
  expect(own).toMatchObject({ status: 'rejected', reason: { code: 'unauthorized' } });
  expect(new Set(rest.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  for (const appId of appIds) expect((await t.readApp(appId)).upvotes).toBe(voters.length);
  // Together, and not one by one after a failed batch.
  expect(await transactionsOf([former, ...others])).toBe(1);
  await expectCountsToEqualRows();
});

test('concurrent copies under a key cast one vote and get one response, and another body is rejected', async () => {
  const [people, appIds] = [
    await Promise.all(Array.from({ length: 12 }, () => t.person('member'))),
    await addApps(12),
  ];
  const vote = (person: Person | undefined, index: number, voteType: VoteType = 'up') =>
    t.call(castVoteRoute, { body: { appId: appIds[index] ?? '', voteType } }, person, {
      'idempotency-key': `key-${index}`,
    });
  const copies = await Promise.all(
    people.flatMap((person, index) => [vote(person, index), vote(person, index)]),
  );
  for (const [index, { status, body }] of copies.entries()) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ message: 'Vote recorded', upvotes: 1 });
    expect(body).toEqual(copies[index ^ 1]?.body);
  }
  const others = await Promise.all(people.map((person, index) => vote(person, index, 'down')));
  expect(new Set(others.map(({ error }) => error.code))).toEqual(new Set(['idempotency_key_reused']));
  await expectCountsToEqualRows();
});

test('stores a key together with a vote that had to wait', async () => {
  const { id: held } = await t.addApp({ status: 'pending' });
  const [people, appIds] = [[await t.person('member'), await t.person('member')], await addApps(4)];
  const voteAll = () =>
    Promise.all(
      people.flatMap((person, index) =>
        [held, ...appIds].map((appId) =>
          t.call(castVoteRoute, { body: { appId, voteType: 'up' } }, person, {
            'idempotency-key': `${appId}-${index}`,
          }),
        ),
      ),
    );
  const statuses = [404, 200, 200, 200, 200];
  expect((await voteAll()).map(({ status }) => status)).toEqual([...statuses, ...statuses]);
  await t.deps.pool.query("UPDATE apps SET status = 'approved' WHERE id = $1", [held]);
  const holder = await t.deps.pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [held]);
  const again = voteAll();
  await Promise.all(appIds.map((appId) => cast(people[0]?.user?.id ?? '', appId, 'up', 'cast')));
  await holder.query('COMMIT');
  holder.release();
  expect(new Set((await again).map(({ status }) => status))).toEqual(new Set([200]));
  for (const appId of [held, ...appIds]) expect((await t.readApp(appId)).upvotes).toBe(2);
});

test('a stopping node finishes the votes that it has received', async () => {
  const node = await openTestApp();
  let arrived = 0;
  node.app.addHook('onRequest', async () => void (arrived += 1));
  const { pool } = node.deps;
  const people = await Promise.all(Array.from({ length: 6 }, () => node.person('member')));
  const { id: appId } = await node.addApp();
  const [holder, prober] = [await pool.connect(), await pool.connect()];
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [appId]);
  const url = await node.app.listen({ port: 0, host: '127.0.0.1' });
  const send = ({ cookies }: Person) =>
    fetch(`${url}/api/votes`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: node.deps.config.publicUrl,
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      },
      body: JSON.stringify({ appId, voteType: 'up' }),
    });
  const answers = people.map(send);
  await untilBlocked(prober, { like: '%cast_votes%' });
  await eventually(() => expect(arrived).toBe(people.length));
  const finished = finishRequests(node.app);
  await holder.query('COMMIT');
  holder.release();
  prober.release();
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(people.map(() => 200));
  await finished;
  expect((await node.readApp(appId)).upvotes).toBe(people.length);
  await node.close();
});
