import { login } from '@zapdeck/contract/sign-in/auth';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../db/client.ts';
import { deleteAll } from '../db/delete-batches.ts';
import { seenApps } from '../db/schema/interactions.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { users } from '../db/schema/users.table.ts';
import { eraseAccount } from '../features/account/delete-account.ts';
import { inTransaction } from '../db/transaction.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../testing/test-app.ts';
import {
  endAllSessions,
  endOtherSessions,
  endSessionsOf,
  leaveOneOf,
  SESSIONS_MAX,
} from './session-changes.ts';
import { guestBatches } from './guests.ts';
import { noteLogPosition } from './session.ts';
import { purgeExpired } from '../testing/purge-expired.ts';
import { untilBlocked } from '../testing/until-blocked.ts';

let t: TestApp;
let person: Person;
let userId: string;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  person = await t.person('member', { passwordHash });
  userId = person.user?.id ?? '';
});

const readSids = async () =>
  (await t.deps.db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ sid }) => sid);

const ends: Record<string, (tx: Db) => Promise<unknown>> = {
  'the end of all sessions of the user': (tx) => endSessionsOf(tx, userId),
  'the end of all other sessions of the user': (tx) => endOtherSessions(tx, userId, undefined),
  'a new session that replaces all others': async (tx) => {
    await leaveOneOf(tx, userId, 'a');
    await tx.delete(sessions).where(eq(sessions.sid, 'a'));
  },
  'the end of all sessions': (tx) => endAllSessions(tx),
  'the deletion of the account': async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (user) await eraseAccount(tx, user, t.clock.now);
  },
};

test.each(Object.keys(ends))('%s does not deadlock with a concurrent log position', async (name) => {
  // In the order of the table, 'b' comes first.
  await t.deps.db.delete(sessions);
  for (const sid of ['b', 'a'])
    await t.deps.db.insert(sessions).values({ sid, userId, expire: new Date(Date.now() + 60_000) });
  let noted: Promise<unknown> | undefined;
  let ended: Promise<unknown> | undefined;
  await inTransaction(t.deps.db, async (tx) => {
    await tx.select().from(sessions).where(eq(sessions.sid, 'a')).for('update');
    noted = noteLogPosition(t.deps.db, userId);
    await untilBlocked(t.deps.pool);
    ended = inTransaction(t.deps.db, async (other) => ends[name]?.(other));
    await untilBlocked(t.deps.pool, { statements: 2 });
  });
  await Promise.all([noted, ended]);
  expect(await readSids()).toEqual([]);
});

test('the purge skips a locked session until its next run', async () => {
  const after = new Date(t.clock.now.getTime() + 400 * 24 * 3_600_000);
  await inTransaction(t.deps.db, async (tx) => {
    await tx.select().from(sessions).where(eq(sessions.userId, userId)).for('update');
    await purgeExpired(t, after);
    expect(await readSids()).toHaveLength(1);
  });
  await purgeExpired(t, after);
  expect(await readSids()).toEqual([]);
});

test('a sign-in ends sessions beyond the limit, starting with the one unused for longest', async () => {
  await t.deps.pool.query(
    `INSERT INTO sessions (sid, user_id, last_seen_at, expire)
     SELECT 'old ' || n, $1, now() - n * interval '1 minute', now() + interval '1 day' FROM generate_series(1, $2::int) AS n`,
    [userId, SESSIONS_MAX],
  );
  const email = person.user?.email ?? '';
  const { status } = await t.call(login, { body: { email, password: TEST_PASSWORD } });
  expect(status).toBe(200);
  const sids = await readSids();
  expect(sids).toHaveLength(SESSIONS_MAX);
  expect(sids).toContain(`old ${SESSIONS_MAX - 2}`);
  expect(sids).not.toContain(`old ${SESSIONS_MAX - 1}`);
});

test('deleting an idle guest does not deadlock with the deletion of a seen app', async () => {
  const { user } = await t.person('guest');
  const { id: appId } = await t.addApp();
  const guestId = user?.id ?? '';
  await t.deps.db.insert(seenApps).values({ userId: guestId, appId });
  const client = await t.deps.pool.connect();
  // Foreign keys cascade in the order of their creation: now this one comes last.
  await client.query(`ALTER TABLE seen_apps DROP CONSTRAINT seen_apps_user_id_users_id_fk,
    ADD CONSTRAINT seen_apps_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE`);
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM seen_apps WHERE user_id = $1 FOR UPDATE', [guestId]);
    const purged = deleteAll(guestBatches(t.deps.db, new Date(Date.now() + 48 * 3_600_000)));
    await untilBlocked(t.deps.pool);
    // The deletion of the app locks the count next.
    await client.query('SELECT FROM seen_counts WHERE user_id = $1 FOR UPDATE NOWAIT', [guestId]);
    await client.query('COMMIT');
    expect(await purged).toBe(1);
  } finally {
    client.release(true);
  }
});
