import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/client.ts';
import { run } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { drawn } from '../../../testing/cases.ts';
import { sequence } from '../../../testing/random.ts';
import { sentBy } from '../../../testing/statement-plans.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { LIKES_PER_PERSON, PAIRS_PER_APP, refreshPairs } from './refresh-pairs.ts';
import { readReference } from './reference.fixture.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('DELETE FROM apps');
  await t.deps.pool.query('DELETE FROM users');
  await t.deps.pool.query('DELETE FROM changed_likes');
  await t.deps.pool.query('UPDATE trust_state SET likes = 0');
  // Without people who like other apps, no pair would be more frequent than expected.
  const [other] = await addApps(1);
  for (const person of await people(10)) await like(person, other);
});

const never = () => false;
const refresh = (db: Db = t.deps.db) => refreshPairs(db, t.clock.now, never);

const confirmed = async (): Promise<Person> =>
  t.person('member', { createdAt: new Date('2020-01-01'), emailVerifiedAt: new Date('2020-01-01') });

const people = (count: number) => Promise.all(Array.from({ length: count }, confirmed));

async function addApps(count: number): Promise<string[]> {
  const apps = await Promise.all(Array.from({ length: count }, () => t.addApp()));
  return apps.map(({ id }) => id);
}

async function like(person: Person | undefined, ...appIds: (string | undefined)[]): Promise<void> {
  for (const appId of appIds)
    await t.call(castVote, { body: { appId: appId ?? '', voteType: 'up', mode: 'cast' } }, person);
}

async function retract(person: Person | undefined, appId: string | undefined): Promise<void> {
  await t.call(castVote, { body: { appId: appId ?? '', voteType: 'up', mode: 'retract' } }, person);
}

/** Makes only likes count that are marked as seen in a deck. */
const trustMarkedLikes = () => t.deps.pool.query('UPDATE trust_state SET likes = 200');

/** Marks all likes as seen in a deck, and lets all people have viewed enough apps. */
async function markAll(): Promise<void> {
  await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = true');
  await t.deps.pool.query(
    `INSERT INTO seen_counts (user_id, seen, most_before) SELECT id, 0, 11 FROM users ON CONFLICT DO NOTHING`,
  );
}

interface Stored {
  app: string;
  other: string;
  lift: number;
}

const readPairs = (db: Db = t.deps.db) =>
  run<Stored>(db, {
    text: 'SELECT app_id AS app, other, lift FROM strongest_pairs, unnest(other_ids, lifts) AS pairs (other, lift) ORDER BY app_id',
    values: [],
  });

const othersOf = async (app: string | undefined) =>
  (await readPairs()).filter((pair) => pair.app === app).map(({ other }) => other);

test('pairs apps that at least two people like together, in both directions', async () => {
  const [[a, b, c], [ann, bob, cid]] = [await addApps(3), await people(3)];
  await like(ann, a, b);
  await like(bob, a, b);
  await like(cid, b, c);
  await refresh();
  expect((await readPairs()).map(({ app, other }) => [app, other].join())).toEqual(
    [[a, b].join(), [b, a].join()].toSorted(),
  );
});

test('uses only trusted likes once an instance has enough of them', async () => {
  await trustMarkedLikes();
  const [[a, b, c], [ann, bob]] = [await addApps(3), await people(2)];
  for (const person of [ann, bob]) await like(person, a, b, c);
  await markAll();
  await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = false WHERE app_id = $1', [c]);
  await refresh();
  expect(await othersOf(a)).toEqual([b]);
  expect(await othersOf(c)).toEqual([]);
});

test('removes the pairs of a like that is taken back, and of a deleted app', async () => {
  const [[a, b, c], [ann, bob]] = [await addApps(3), await people(2)];
  for (const person of [ann, bob]) await like(person, a, b, c);
  await refresh();
  expect(new Set(await othersOf(a))).toEqual(new Set([b, c]));
  await retract(bob, b);
  await refresh();
  expect(await othersOf(b)).toEqual([]);
  await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [c]);
  expect(await othersOf(c)).toEqual([]);
  await refresh();
});

test('counts likes for 90 days, and likes of confirmed accounts from the second day on', async () => {
  await trustMarkedLikes();
  const [[a, b], [ann]] = [await addApps(2), await people(1)];
  const late = await t.person('member', { createdAt: t.clock.now, emailVerifiedAt: t.clock.now });
  const unconfirmed = await t.person('member', { createdAt: new Date('2020-01-01'), emailVerifiedAt: null });
  for (const person of [ann, late, unconfirmed]) await like(person, a, b);
  await markAll();
  await refresh();
  expect(await othersOf(a)).toEqual([]);
  t.clock.advance(DAY_MS);
  await refresh();
  expect(await othersOf(a)).toEqual([b]);
  t.clock.advance(89 * DAY_MS);
  await refresh();
  expect(await readPairs()).toEqual([]);
});

test('stores the strongest pairs of an app, from the latest likes of each person', async () => {
  const [first, second] = await people(2);
  const apps = await addApps(LIKES_PER_PERSON + 2);
  for (const person of [first, second]) await like(person, ...apps);
  await refresh();
  const [oldest = '', , third = ''] = apps;
  const pairs = await readPairs();
  expect(Map.groupBy(pairs, ({ app }) => app).get(third)).toHaveLength(PAIRS_PER_APP);
  expect(pairs.map(({ other }) => other)).not.toContain(oldest);
});

test('does not make votes or the deletion of an app wait', async () => {
  const [[a, b, c], [ann, bob]] = [await addApps(3), await people(2)];
  for (const person of [ann, bob]) await like(person, a, b);
  await inTransaction(t.deps.db, async (tx) => {
    await refresh(tx);
    await retract(bob, b);
    await like(ann, c);
    await like(bob, b);
  });
  await refresh();
  expect(await othersOf(a)).toEqual([b]);
});

test('continues an interrupted run with the next one', async () => {
  const [[a, b], [ann, bob]] = [await addApps(2), await people(2)];
  for (const person of [ann, bob]) await like(person, a, b);
  expect(await refreshPairs(t.deps.db, t.clock.now, () => true)).toBe(false);
  expect(await readPairs()).toEqual([]);
  expect(await refresh()).toBe(true);
  expect(await othersOf(a)).toEqual([b]);
});

test('locks an app before its rows of other tables', async () => {
  const [[a, b], [ann, bob]] = [await addApps(2), await people(2)];
  for (const person of [ann, bob]) await like(person, a, b);
  await refresh();
  await t.deps.pool.query('UPDATE paired_apps SET due_at = $1', [t.clock.now]);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [a]);
    const running = refresh();
    await untilBlocked(t.deps.pool, { like: '%waiting%' });
    const { rowCount } = await client.query('SELECT FROM paired_apps FOR UPDATE SKIP LOCKED');
    await client.query('COMMIT');
    await running;
    expect(rowCount).toBe(3);
  } finally {
    client.release();
  }
});

/** Runs the SQL after each batch of changed likes. */
async function afterEachBatch(statement: string, work: () => Promise<void>): Promise<void> {
  await t.deps.pool.query(`CREATE FUNCTION after_batch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
    CREATE TRIGGER after_batch AFTER DELETE ON changed_likes FOR EACH STATEMENT EXECUTE FUNCTION after_batch()`);
  try {
    await work();
  } finally {
    await t.deps.pool.query('DROP FUNCTION after_batch CASCADE');
  }
}

test('ends a run although people go on liking apps', async () => {
  let batches = 0;
  await afterEachBatch('INSERT INTO changed_likes SELECT id FROM apps', async () => {
    expect(await refreshPairs(t.deps.db, t.clock.now, () => (batches += 1) > 20)).toBe(true);
  });
});

test('lets a batch take longer than other statements', async () => {
  await afterEachBatch('PERFORM pg_sleep(1.2)', () =>
    inTransaction(t.deps.db, async (tx) => {
      await tx.execute("SET LOCAL statement_timeout = '1s'");
      expect(await refresh(tx)).toBe(true);
    }),
  );
});

test('counts likes of many changed apps in batches, and counts no people if no pairs are due', async () => {
  await t.deps.pool.query(
    `WITH added AS (INSERT INTO apps (id, title, description, url, category)
       SELECT gen_random_uuid(), 'x', 'x', 'https://x.example/' || n, 'Games' FROM generate_series(1, 1000) AS n RETURNING id)
     INSERT INTO changed_likes SELECT id FROM added`,
  );
  let batches = 0;
  expect(await refreshPairs(t.deps.db, t.clock.now, () => (batches += 1) > 1)).toBe(false);
  expect((await t.deps.pool.query('SELECT FROM changed_likes')).rowCount).toBeGreaterThan(0);
  expect(await refresh()).toBe(true);
  expect((await t.deps.pool.query('SELECT FROM changed_likes')).rowCount).toBe(0);
  const sent = await sentBy(t.deps.pool, refresh);
  expect(sent.filter(({ text }) => text.includes('AS people FROM users'))).toEqual([]);
});

const { cases, seed, timeout } = drawn(10, 3);
test(`computes the exact pairs of changed apps during writes, ${cases} times`, {
  timeout,
  tags: 'long',
}, async () => {
  const random = sequence(seed);
  const [voters, apps] = [await people(8), await addApps(12)];
  await trustMarkedLikes();
  await markAll();
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const write = async () => {
    const [person, app] = [pick(voters), pick(apps)];
    await (random() < 0.7 ? like(person, app) : retract(person, app));
    if (random() < 0.8)
      await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = true WHERE user_id = $1 AND app_id = $2', [
        person?.user?.id,
        app,
      ]);
  };
  let before = await readPairs();
  for (let turn = 0; turn < cases; turn += 1) {
    for (let writes = 0; writes < 10; writes += 1) await write();
    t.clock.advance(60_000);
    await inTransaction(
      t.deps.db,
      async (tx) => {
        const changed = await run<{ app: string }>(tx, {
          text: 'SELECT app_id AS app FROM changed_likes UNION SELECT app_id FROM paired_apps WHERE due_at <= $1',
          values: [t.clock.now.toISOString()],
        });
        const touched = new Set(changed.map(({ app }) => app));
        const writing = Promise.all([write(), write(), write()]);
        await refresh(tx);
        await writing;
        const reference = await readReference(tx, t.clock.now);
        const stored = await readPairs(tx);
        for (const app of apps) {
          const pairs = stored.filter((pair) => pair.app === app);
          const expected = touched.has(app)
            ? reference.pairsOf(app).map((pair) => ({ app, ...pair }))
            : before.filter((pair) => pair.app === app);
          expect(
            pairs.map(({ other }) => other),
            `turn ${turn}, seed ${seed}`,
          ).toEqual(expected.map(({ other }) => other));
          for (const [index, { lift }] of pairs.entries())
            expect(lift).toBeCloseTo(expected[index]?.lift ?? NaN, 9);
        }
        before = stored;
      },
      { isolationLevel: 'repeatable read' },
    );
  }
  expect(before.length).toBeGreaterThan(10);
});
