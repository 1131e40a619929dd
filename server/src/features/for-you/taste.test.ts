import { downloadData } from '@zapdeck/contract/accounts/account';
import {
  AVOIDED_MAX,
  clearTaste,
  FOR_YOU_VOTES,
  LEADS_MAX,
  readTaste,
  setLess,
} from '@zapdeck/contract/feed/taste';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('DELETE FROM apps');
  member = await t.person('member');
});

const idOf = ({ user }: Person) => user?.id ?? '';

async function add(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push((await t.addApp({ title })).id);
  return ids;
}

async function like(...appIds: (string | undefined)[]): Promise<void> {
  for (const appId of appIds) {
    t.clock.advance(1_000);
    await t.call(castVote, { body: { appId: appId ?? '', voteType: 'up', mode: 'cast' } }, member);
  }
}

const pair = (appId: string | undefined, ...others: (string | undefined)[]) =>
  t.deps.pool.query(
    'INSERT INTO strongest_pairs SELECT $1, $2::uuid[], array_fill(1, ARRAY[cardinality($2::uuid[])])',
    [appId, others],
  );

async function less(appId: string | undefined, isLess = true, person = member) {
  t.clock.advance(1_000);
  return (await t.call(setLess, { body: { appId: appId ?? '', less: isLess } }, person)).status;
}

async function read() {
  const { leads, avoided } = (await t.call(readTaste, {}, member)).body;
  return {
    leads: leads.map(({ title, leadsTo }) => `${title} ${leadsTo}`),
    avoided: avoided.map(({ title }) => title),
  };
}

test('lists the likes that lead to other apps, the latest first, and the apps to avoid', async () => {
  const [a, b, c, waiting] = await add('a', 'b', 'c', 'waiting');
  await like(a, b, c);
  await pair(a, b, c, waiting);
  await pair(b, a);
  await t.deps.pool.query("UPDATE apps SET status = 'pending' WHERE id = $1", [waiting]);
  expect(await read()).toEqual({ leads: ['b 1', 'a 2'], avoided: [] });
  expect(await less(c)).toBe(204);
  expect(await less(b)).toBe(204);
  expect(await less(b)).toBe(204);
  expect(await read()).toEqual({ leads: ['a 2'], avoided: ['b', 'c'] });
  expect(await less(b, false)).toBe(204);
  expect(await read()).toEqual({ leads: ['b 1', 'a 2'], avoided: ['c'] });
});

test('says how many votes are missing', async () => {
  const missing = async () => (await t.call(readTaste, {}, member)).body.votesMissing;
  expect(await missing()).toBe(FOR_YOU_VOTES);
  const [first, ...rest] = await add(...Array.from({ length: FOR_YOU_VOTES + 1 }, (_, index) => `${index}`));
  await like(first);
  expect(await missing()).toBe(FOR_YOU_VOTES - 1);
  await like(...rest);
  expect(await missing()).toBe(0);
});

test('deleting the taste ends the effect of earlier likes and keeps the votes', async () => {
  const [a, b] = await add('a', 'b');
  await like(a);
  await pair(a, b);
  await pair(b, a);
  await less(b);
  expect((await t.call(clearTaste, { body: {} }, member)).status).toBe(204);
  expect(await read()).toEqual({ leads: [], avoided: [] });
  await like(b);
  expect(await read()).toEqual({ leads: ['b 1'], avoided: [] });
  const { rows } = await t.deps.pool.query('SELECT FROM votes WHERE user_id = $1', [idOf(member)]);
  expect(rows).toHaveLength(2);
});

test('keeps only the latest likes and the latest apps to avoid', async () => {
  const ids = await add(...Array.from({ length: LEADS_MAX + 1 }, (_, index) => `app ${index}`));
  await like(...ids);
  for (const id of ids) await pair(id, id === ids[0] ? ids[1] : ids[0]);
  const { leads } = await read();
  expect(leads).toHaveLength(LEADS_MAX);
  expect(leads).not.toContain('app 0 1');
  await t.deps.pool.query(
    `WITH added AS (INSERT INTO apps (id, title, description, url, category)
       SELECT gen_random_uuid(), 'x', 'x', 'https://x.example/' || n, 'Games' FROM generate_series(1, $2::int) AS n RETURNING id)
     INSERT INTO avoided_apps SELECT $1, id, $3 FROM added`,
    [idOf(member), AVOIDED_MAX, t.clock.now],
  );
  await less(ids[0]);
  const { rows } = await t.deps.pool.query('SELECT app_id FROM avoided_apps WHERE user_id = $1', [
    idOf(member),
  ]);
  expect(rows).toHaveLength(AVOIDED_MAX);
  expect(rows).toContainEqual({ app_id: ids[0] });
});

test('rejects avoiding an unapproved app', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  expect(await less(id)).toBe(404);
  expect(await less(newId())).toBe(404);
});

test('guests and visitors have no taste, and members cannot change the taste of others', async () => {
  const [a] = await add('a');
  expect(await less(a, true, await t.person('guest'))).toBe(403);
  expect(await less(a, true, visitor)).toBe(401);
  const userId = idOf(await t.person('member'));
  const { error } = await t.call(setLess, { body: { appId: a ?? '', less: true, userId } }, member);
  expect(error.code).toBe('session_changed');
  await less(a);
  const cleared = await t.call(clearTaste, { body: { userId } }, member);
  expect(cleared.error.code).toBe('session_changed');
  expect(await read()).toEqual({ leads: [], avoided: ['a'] });
});

test('is part of the downloaded data', async () => {
  const [a] = await add('a');
  await less(a);
  const { avoidedApps } = (await t.call(downloadData, {}, member)).body;
  expect(avoidedApps).toEqual([{ appId: a, createdAt: t.clock.now.toISOString() }]);
});
