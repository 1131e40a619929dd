import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openDatabase } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

test('the database allows one vote per user and app', async () => {
  const { id: appId } = await t.addApp();
  const voter = await t.person('member');
  await t.call(castVote, { body: { appId, voteType: 'up' } }, voter);
  const second = t.deps.pool.query(
    `INSERT INTO votes (id, user_id, app_id, vote_type) VALUES ($1, $2, $3, 'down')`,
    [newId(), voter.user?.id, appId],
  );
  await expect(second).rejects.toMatchObject({ code: UNIQUE_VIOLATION });
});

test.each(['upvotes', 'downvotes', 'views'])('the database rejects negative %s', async (column) => {
  const { id } = await t.addApp();
  const below = t.deps.pool.query(`UPDATE apps SET ${column} = -1 WHERE id = $1`, [id]);
  await expect(below).rejects.toMatchObject({ code: CHECK_VIOLATION });
});

test('locks the app before any vote', async () => {
  const { pool } = t.deps;
  const { id: appId } = await t.addApp();
  const voter = await t.person('member');
  const [holder, prober] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [appId]);
    const vote = t.call(castVote, { body: { appId, voteType: 'up' } }, voter);
    await untilBlocked(prober, { like: '%cast_votes%' });
    await prober.query('BEGIN');
    // Fails if the waiting statement has written or locked a vote.
    await prober.query('LOCK TABLE votes IN SHARE ROW EXCLUSIVE MODE NOWAIT');
    await prober.query('ROLLBACK');
    await holder.query('COMMIT');
    expect((await vote).body).toMatchObject({ upvotes: 1 });
  } finally {
    holder.release();
    prober.release();
  }
});

test('transactions are READ COMMITTED under any default of the database', async () => {
  const { database } = t.database.connection;
  await t.deps.pool.query(`ALTER DATABASE ${database} SET default_transaction_isolation = 'serializable'`);
  const { db, pool } = openDatabase(t.database.connection, () => undefined);
  const level = await inTransaction(db, async (tx) => (await tx.execute('SHOW transaction_isolation')).rows);
  await pool.end();
  expect(level).toEqual([{ transaction_isolation: 'read committed' }]);
});
