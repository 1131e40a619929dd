import { submitApp } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import { castVote } from '@zapdeck/contract/feed/votes';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTokenOf } from '../testing/api-token-of.ts';
import { eventually } from '../testing/eventually.ts';
import { type ReplicatedDatabase, startReplicated, type TestReplica } from '../testing/replicated.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../testing/test-app.ts';
import { one } from './client.ts';
import { hasReached, readLogPosition } from './log-position.ts';
import { openReadPool, type ReadPool } from './read-pool.ts';
import { apiTokens } from './schema/api-tokens.table.ts';
import { sessions } from './schema/sessions.table.ts';

/** No server listens here. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/zapdeck';

let servers: ReplicatedDatabase;
let replica: TestReplica;
let reads: ReadPool;
let test: TestApp;
const reasons: (string | undefined)[] = [];
beforeAll(async () => {
  servers = await startReplicated([{}]);
  const [first] = servers.replicas;
  if (!first) throw new Error('No replica');
  replica = first;
  reads = openReadPool(servers.database, [replica.url, NOWHERE], (_name, reason) => reasons.push(reason));
  test = await openTestApp({ database: servers.database, reads });
});
afterAll(async () => {
  await test.close();
  await reads.stop();
  await servers.close();
});

const readsOfReplicas = () => reads.replicas.reduce((sum, { reads: count }) => sum + count, 0);
/** Waits until the replica is up to date and used. */
const caughtUp = async () => {
  const position = await readLogPosition(servers.database.db);
  await eventually(() => expect(reads.replicas.some(({ serves }) => serves(position))).toBe(true));
};
const pause = () => replica.query('SELECT pg_wal_replay_pause()');
const resume = () => replica.query('SELECT pg_wal_replay_resume()');

let appId: string;
let [reader, voter]: Person[] = [];
beforeEach(async () => {
  ({ id: appId } = await test.addApp());
  [reader, voter] = [await test.person('member'), await test.person('member')];
  await caughtUp();
});

const appAs = async (person: Person | undefined) =>
  one((await test.call(listFeed, { query: { ids: appId } }, person)).body);
const voteUp = (person: Person | undefined) =>
  test.call(castVote, { body: { appId, voteType: 'up' } }, person);

describe('a replica that does not replay', () => {
  beforeEach(async () => void (await pause()));
  afterEach(async () => void (await resume()));

  it('serves users until they write, and again once it has replayed the write', async () => {
    const before = readsOfReplicas();
    expect(await appAs(reader)).toMatchObject({ upvotes: 0 });
    expect(readsOfReplicas()).toBeGreaterThan(before);
    await voteUp(voter);
    expect(await appAs(voter)).toMatchObject({ upvotes: 1, userVote: { voteType: 'up' } });
    expect(await appAs(reader)).toMatchObject({ upvotes: 0 });
    await resume();
    await caughtUp();
    const ofPrimary = reads.readsOfPrimary();
    expect(await appAs(voter)).toMatchObject({ upvotes: 1 });
    expect(await appAs(reader)).toMatchObject({ upvotes: 1 });
    expect(reads.readsOfPrimary()).toBe(ofPrimary);
  });

  it('serves an outdated count to a session without a position: the previous test can fail', async () => {
    await voteUp(voter);
    await servers.database.db.update(sessions).set({ logPosition: null });
    expect(await appAs(voter)).toMatchObject({ upvotes: 0 });
  });

  it('does not hide a vote that the same user cast on another device', async () => {
    const phone = await test.signInAgain(voter);
    await voteUp(phone);
    expect(await appAs(voter)).toMatchObject({ userVote: { voteType: 'up' }, upvotes: 1 });
  });

  it('does not hide a write by an API token from its next read or its owner’s sessions', async () => {
    const maker = await test.person('member');
    const token = await apiTokenOf(test, maker, ['apps:read', 'apps:write']);
    await resume();
    await caughtUp();
    await pause();
    const headers = { authorization: `Bearer ${token}` };
    const body = {
      title: 'T',
      description: 'D',
      url: 'https://token.example.org/',
      category: 'Games',
    } as const;
    expect((await test.call(submitApp, { body }, visitor, headers)).status).toBe(201);
    expect((await test.call(ownApps, { query: {} }, visitor, headers)).body).toHaveLength(1);
    expect((await test.call(ownApps, { query: {} }, maker)).body).toHaveLength(1);
    await servers.database.db.update(apiTokens).set({ logPosition: null });
    expect((await test.call(ownApps, { query: {} }, visitor, headers)).body).toEqual([]);
  });

  it('does not delay the removal of a role', async () => {
    const [admin] = [await test.person('admin'), await test.person('admin')];
    expect((await test.call(adminStats, {}, admin)).status).toBe(200);
    await servers.database.db.execute(sql`UPDATE users SET is_admin = false WHERE id = ${admin.user?.id}`);
    expect((await test.call(adminStats, {}, admin)).status).toBe(403);
  });

  it('does not serve a new session that has written', async () => {
    await voteUp(voter);
    const again = { user: voter?.user ?? null, cookies: {} };
    const body = { email: 'late@example.org', firstName: 'Late', password: 'correct-horse-9' };
    const response = await test.call(signup, { body: { ...body, confirmPassword: body.password } });
    expect(response.status).toBe(201);
    expect(await appAs({ ...again, cookies: response.setCookie })).toMatchObject({ upvotes: 1 });
  });
});

describe('requests still succeed', () => {
  it('while a replica does not respond, ends and restarts', async () => {
    const pids = await replica.pids();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    expect(await appAs(reader)).toMatchObject({ id: appId });
    expect(await appAs(voter)).toMatchObject({ id: appId });
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    expect(await appAs(reader)).toMatchObject({ id: appId });
    await replica.start();
    await caughtUp();
    const before = readsOfReplicas();
    expect(await appAs(reader)).toMatchObject({ id: appId });
    expect(readsOfReplicas()).toBeGreaterThan(before);
  });

  it('if work fails on a replica, unless it tried to write', async () => {
    const failsOnce = vi.fn().mockRejectedValueOnce(new Error('conflict with recovery')).mockResolvedValue(1);
    expect(await reads.read(null, failsOnce)).toBe(1);
    expect(failsOnce).toHaveBeenCalledTimes(2);
    const writes = reads.read(null, (db) => db.execute(sql`DELETE FROM votes`));
    await expect(writes).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  it('despite an unreachable replica, which is reported', () => {
    expect(reasons).toContainEqual(expect.stringContaining('ECONNREFUSED'));
  });
});

it.each([
  ['1:0/10', '1:0/10', true],
  ['1:0/F', '1:0/10', false],
  ['1:1/0', '1:0/FFFFFFFF', true],
  ['2:0/10', '1:0/10', true],
  // After a failover, a replica may be behind a write of the old primary, or on a branch that was cut off.
  ['2:0/F', '1:0/10', false],
  ['1:0/20', '2:0/10', false],
])('hasReached for position %s and %s returns %s', (position, other, expected) => {
  expect(hasReached(position, other)).toBe(expected);
});

it('stores no position without replicas', async () => {
  const alone = await openTestApp({ database: servers.database });
  const person = await alone.person('member');
  await alone.call(castVote, { body: { appId, voteType: 'up' } }, person);
  const rows = await servers.database.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, person.user?.id ?? ''));
  expect(rows.map(({ logPosition }) => logPosition)).toEqual([null]);
  await alone.close();
});
