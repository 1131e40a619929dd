import { accountStatus } from '@zapdeck/contract/accounts/account';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { IDEMPOTENCY_KEY_HEADER } from '@zapdeck/contract/wire/route';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../db/columns.ts';
import { openDatabase } from '../db/client.ts';
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

let database: TestDatabase;
let proxy: CuttingProxy;
let test: TestApp;
let member: Person;
let appId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  const { host, user, database: name } = database.connection;
  proxy = await startCuttingProxy(`${host}/.s.PGSQL.5432`);
  const throughProxy = openDatabase(
    { host: '127.0.0.1', port: proxy.port, user, database: name },
    () => undefined,
  );
  test = await openTestApp({ database: { ...database, ...throughProxy } });
  member = await test.person('member');
  ({ id: appId } = await test.addApp());
});
afterAll(async () => {
  await test.close();
  await test.deps.pool.end();
  await proxy.close();
  await database.drop();
});

const report = (key: string) =>
  test.call(reportApp, { body: { appId, reason: 'Broken' } }, member, { [IDEMPOTENCY_KEY_HEADER]: key });
const stored = async (table: 'reports' | 'votes') =>
  Number((await database.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count);

describe.each(['before', 'after'] as const)('a connection that breaks just %s the commit', (when) => {
  it('returns 504, and a repeat with the key stores one report', async () => {
    const before = await stored('reports');
    const key = newId();
    proxy.cutAt('commit', when);
    const cut = await report(key);
    expect(cut).toMatchObject({ status: 504, error: { code: 'outcome_unknown' } });
    expect(cut.headers).toMatchObject({ 'retry-after': '10', [IDEMPOTENCY_KEY_HEADER]: key });
    expect(await stored('reports')).toBe(when === 'before' ? before : before + 1);
    expect((await report(key)).status).toBe(201);
    expect(await stored('reports')).toBe(before + 1);
  });

  it('returns 504 for a vote, and a repeated cast counts once', async () => {
    const { id } = await test.addApp();
    const before = await stored('votes');
    const vote = () => test.call(castVote, { body: { appId: id, voteType: 'up', mode: 'cast' } }, member);
    proxy.cutAt(id, when);
    expect(await vote()).toMatchObject({ status: 504, error: { code: 'outcome_unknown' } });
    expect(await stored('votes')).toBe(when === 'before' ? before : before + 1);
    expect(await vote()).toMatchObject({ status: 200, body: { upvotes: 1 } });
  });
});

it('returns 503 for a failed read and for a write that did not reach the database', async () => {
  proxy.cutAt('sessions', 'after');
  expect(await test.call(accountStatus, {}, member)).toMatchObject({ status: 503 });
  proxy.cutAt('sessions', 'before');
  expect(await report(newId())).toMatchObject({ status: 503, error: { code: 'unavailable' } });
});

it('returns 504 for a stored write if the log position cannot be stored', async () => {
  const { reads } = test.deps;
  const before = await stored('reports');
  const key = newId();
  const other = await database.pool.connect();
  try {
    test.deps.reads = { ...reads, hasReplicas: true };
    await other.query('BEGIN');
    await other.query('SELECT FROM sessions FOR UPDATE');
    expect(await report(key)).toMatchObject({ status: 504, error: { code: 'outcome_unknown' } });
    expect(await stored('reports')).toBe(before + 1);
    await other.query('ROLLBACK');
    expect((await report(key)).status).toBe(201);
    expect(await stored('reports')).toBe(before + 1);
  } finally {
    test.deps.reads = reads;
    other.release();
  }
});

describe('a read that fails on a locked table', () => {
  async function whileLocked<T>(table: string, work: () => Promise<T>): Promise<T> {
    const other = await database.pool.connect();
    try {
      await other.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return await work();
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
  }

  it('rolls back the submission, which can be repeated without a key', async () => {
    const url = 'https://read-after-write.example.org/';
    const form = {
      title: 'Tiny Piano',
      description: 'Two octaves.',
      url,
      category: 'Games' as const,
      tags: [],
    };
    const submit = () => test.call(submitApp, { body: form }, member);
    expect(await whileLocked('app_baselines', submit)).toMatchObject({ status: 503 });
    expect((await database.pool.query('SELECT FROM apps WHERE url = $1', [url])).rowCount).toBe(0);
    expect(await submit()).toMatchObject({ status: 201, body: { url } });
  });

  it('returns 504 if it follows a commit', async () => {
    const [admin, person] = [await test.person('admin'), await test.person('member')];
    const id = person.user?.id ?? '';
    const suspend = () =>
      test.call(suspendPerson, { params: { id }, body: { reason: 'Spam', takesAppsOut: false } }, admin);
    const response = await whileLocked('reports', suspend);
    const { rows } = await database.pool.query('SELECT suspended_reason FROM users WHERE id = $1', [id]);
    expect(rows).toEqual([{ suspended_reason: 'Spam' }]);
    expect(response).toMatchObject({ status: 504, error: { code: 'outcome_unknown' } });
  });
});
