import { randomBytes } from 'node:crypto';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { users } from '../db/schema/users.table.ts';
import { loggableError } from './loggable-error.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { openTestApp, type TestApp, visitor } from '../testing/test-app.ts';
import { queuedJobs } from '../testing/queued-jobs.ts';

const log: string[] = [];
let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true, onLog: (line) => log.push(line) });
});
afterAll(() => t.close());

/** Values that identify a user or give access to the account. */
const SECRET = /@example\.org|argon2|correct-horse/;

const form = {
  email: 'robin-private@example.org',
  password: 'correct-horse-9',
  confirmPassword: 'correct-horse-9',
  firstName: 'Robin',
};

interface Logged {
  query?: string;
  stack: string;
  cause?: Logged;
}

/** Signs up while a trigger runs this SQL on every insert of a user. Returns status and log. */
async function signUpDespite(fault: string) {
  await t.deps.pool.query(`
    CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${fault}; RETURN NEW; END $$;
    CREATE OR REPLACE TRIGGER fault BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fault()`);
  log.length = 0;
  const { status } = await t.call(signup, { body: form }, visitor);
  await t.deps.pool.query('DROP TRIGGER fault ON users');
  return { status, entries: log.map((line) => JSON.parse(line) as { err?: Logged; msg: string }) };
}

test.each([
  ['an error of a query', 'PERFORM 1 / 0'],
  ['a violated constraint', "RAISE EXCEPTION 'no' USING ERRCODE = '23502', DETAIL = new::text"],
])('logs %s in a sign-up with its statement, without address or hash', async (_what, fault) => {
  const { status, entries } = await signUpDespite(fault);
  expect(status).toBe(500);
  const failed = entries
    .flatMap(({ err }) => [err, err?.cause])
    .find((logged) => logged?.query !== undefined);
  expect(failed?.query).toContain('insert into "users"');
  expect(failed?.stack).toContain('storeAccount');
  expect(log.join('\n')).not.toMatch(SECRET);
});

test.each([
  ['a killed connection', 'PERFORM pg_terminate_backend(pg_backend_pid())', 504, {}],
  [
    'a cancelled statement',
    "RAISE EXCEPTION 'late' USING ERRCODE = '57014'",
    503,
    { code: '57014', message: 'late' },
  ],
])('logs %s in a sign-up in one line, without address or hash', async (_what, fault, status, cause) => {
  const response = await signUpDespite(fault);
  expect(response.status).toBe(status);
  const refused = response.entries.filter(({ msg }) => msg.startsWith('request '));
  expect(refused).toMatchObject([{ msg: 'request refused', requestId: expect.any(String), cause }]);
  expect(JSON.stringify(refused)).not.toMatch(/stack|insert into/);
  expect(log.join('\n')).not.toMatch(SECRET);
});

test('stores and logs no personal data of a failed job', async () => {
  await t.person('member', { email: 'kept-private@example.org' });
  log.length = 0;
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  t.deps.mailer.send = async ({ to }) => {
    resolve();
    await t.deps.db.execute(sql`SELECT 1 / 0 WHERE ${to} = ${to}`);
  };
  const [user] = await t.deps.db.select().from(users).where(sql`email = 'kept-private@example.org'`);
  await t.deps.jobs.enqueue(t.deps.db, accountMails, {
    kind: 'reset',
    userId: user?.id ?? null,
    passwordMark: null,
  });
  await sent;
  const kept = await eventually(async () => {
    const [job] = await queuedJobs(t.deps.pool, accountMails);
    expect(job?.output).toBeTruthy();
    return JSON.stringify(job?.output);
  });
  expect(kept).toContain('PostgreSQL');
  expect(kept).not.toMatch(SECRET);
  expect(log.join('\n')).toContain('job will be retried');
  expect(log.join('\n')).not.toMatch(SECRET);
});

test('stops at an error that is its own cause, and hides values that are no errors', () => {
  const loop = new Error('again');
  loop.cause = loop;
  expect(JSON.stringify(loggableError(loop)).length).toBeLessThan(20_000);
  expect(JSON.stringify(loggableError('a secret'))).not.toContain('a secret');
});

test('removes tokens from messages', () => {
  const token = randomBytes(32).toString('base64url');
  const logged = loggableError(new Error(`No answer from /unsubscribe/weekly/${token}`));
  expect(logged.message).toBe('No answer from /unsubscribe/weekly/…');
  expect(JSON.stringify(logged)).not.toContain(token);
});
