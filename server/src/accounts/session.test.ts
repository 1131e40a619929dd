import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planOf, rowsOf, sentBy } from '../testing/statement-plans.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** Few enough that PostgreSQL prefers a full scan to ten lookups, its estimate for a list. */
const SESSIONS = 300;

let t: TestApp;
let person: Person;
beforeAll(async () => {
  t = await openTestApp();
  person = await t.person('member');
  await t.deps.pool.query(
    `INSERT INTO sessions (sid, user_id, sess, expire)
     SELECT encode(sha256(n::text::bytea), 'hex'), $1, '{}', now() + interval '1 day' FROM generate_series(1, $2::int) AS n`,
    [person.user?.id, SESSIONS],
  );
  await t.deps.pool.query('ANALYZE sessions, users');
});
afterAll(() => t.close());

test('reads one row for the session of a request', async () => {
  const sent = await sentBy(t.deps.pool, () => t.call(currentUser, {}, person));
  const [read] = sent.filter(({ text }) => text.includes('"sessions"'));
  if (!read) throw new Error('No session was read');
  const nodes = await planOf(t.deps.pool, read);
  const rowsRead = nodes.filter((node) => node['Relation Name'] === 'sessions').map(rowsOf);
  expect(rowsRead).toEqual([1]);
});
