import { createHash } from 'node:crypto';
import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { run } from '../../db/statement.ts';
import { sequence } from '../../testing/random.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { refreshTrending } from '../feed/trending/trending.ts';
import { readReferenceLikes } from './trusted-likes.fixture.ts';
import { countedLikes, weighLikes } from './trusted-votes.ts';
import { refreshTrustState } from './trust-state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let t: TestApp;
let noon: number;
beforeAll(async () => {
  t = await openTestApp();
  noon = Math.floor(t.clock.now.getTime() / DAY_MS) * DAY_MS - DAY_MS / 2;
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps, decks CASCADE');
  await t.deps.pool.query('DELETE FROM users WHERE NOT is_admin');
  await t.deps.pool.query("UPDATE trust_state SET likes = 200, crowded_days = '{}'");
});

const networkOf = (name: string) => createHash('sha256').update(name).digest();

/** Adds accounts that have viewed enough apps. Returns their ids. */
async function addVoters(count: number, ageDays = 2): Promise<string[]> {
  const { rows } = await t.deps.pool.query<{ id: string }>(
    `WITH added AS (
       INSERT INTO users (id, email, email_verified_at, created_at)
       SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', $2, $2 FROM generate_series(1, $1) RETURNING id)
     INSERT INTO seen_counts (user_id, seen, most_before) SELECT id, 0, 11 FROM added RETURNING user_id AS id`,
    [count, new Date(t.clock.now.getTime() - ageDays * DAY_MS)],
  );
  return rows.map(({ id }) => id);
}

/** Stores likes that were seen in a deck. */
async function like(appId: string, voters: readonly string[], network: string, at = noon): Promise<void> {
  await t.deps.pool.query(
    `WITH cast_votes AS (
       INSERT INTO votes (id, app_id, user_id, vote_type, created_at, is_seen_in_deck)
       SELECT gen_random_uuid(), $1, voter, 'up', $3, true FROM unnest($2::uuid[]) AS voter RETURNING user_id)
     INSERT INTO vote_networks (user_id, app_id, network, voted_at) SELECT user_id, $1, $4, $3 FROM cast_votes`,
    [appId, voters, new Date(at), networkOf(network)],
  );
}

interface Weighed {
  id: string;
  app: string;
  weight: number;
}

const readWeights = () =>
  run<Weighed>(t.deps.db, {
    text: `WITH ${weighLikes(countedLikes('true'))} SELECT id, app_id AS app, weight FROM weighed ORDER BY id`,
    values: [t.clock.now.toISOString()],
  });

/** Returns the sum of the weights of the likes of an app. */
const weightOf = async (appId: string) =>
  (await readWeights()).filter(({ app }) => app === appId).reduce((sum, { weight }) => sum + weight, 0);

describe('likes from one network', () => {
  test('weigh 1/√k each on one app in one hour', async () => {
    const [one, other] = [(await t.addApp()).id, (await t.addApp()).id];
    const voters = await addVoters(9);
    await like(one, voters, 'n');
    await like(other, voters.slice(0, 4), 'n');
    await like(other, voters.slice(4, 6), 'n', noon + HOUR_MS);
    await like(other, voters.slice(6, 7), 'm');
    expect(await weightOf(one)).toBeCloseTo(3, 4);
    expect(await weightOf(other)).toBeCloseTo(2 + Math.SQRT2 + 1, 4);
  });

  test('have full weight if the network has more than 30 accounts older than a month', async () => {
    const [school, flat] = [(await t.addApp()).id, (await t.addApp()).id];
    await like(school, await addVoters(31, 40), 'school');
    await like(flat, await addVoters(30, 40), 'flat');
    await like(flat, await addVoters(70, 20), 'flat');
    expect(await weightOf(school)).toBe(31);
    await t.deps.pool.query(
      `UPDATE users SET email_verified_at = NULL WHERE id = (SELECT user_id FROM votes WHERE app_id = $1 LIMIT 1)`,
      [school],
    );
    expect(await weightOf(school)).toBeCloseTo(Math.sqrt(30), 4);
    expect(await weightOf(flat)).toBeCloseTo(10, 4);
  });

  test('have full weight for a school on the day after the key of the hashes is replaced', async () => {
    const [before, after] = [(await t.addApp()).id, (await t.addApp()).id];
    const pupils = await addVoters(40, 90);
    await like(before, pupils, 'school under the old key', noon - 3 * DAY_MS);
    await like(after, pupils.slice(0, 16), 'school under the new key');
    expect(await weightOf(after)).toBe(16);
    // New pupils do not count as one network with those of earlier days. They do with each other.
    await like(after, await addVoters(4, 2), 'school under the new key');
    expect(await weightOf(after)).toBeCloseTo(16 + 2, 4);
  });

  test('have full weight on a day on which one network has over half of the likes, and admins see it', async () => {
    const [a, b] = [(await t.addApp()).id, (await t.addApp()).id];
    await like(a, await addVoters(25), 'proxy');
    await like(b, await addVoters(10), 'other');
    await like(b, await addVoters(4), 'other', noon - DAY_MS);
    await refreshTrustState(t.deps.db, t.clock.now);
    const { body } = await t.call(adminStats, {}, await t.person('admin'));
    expect(body).toMatchObject({ trustedLikes: 39, crowdedDays: 1 });
    await t.deps.pool.query('UPDATE trust_state SET likes = 200');
    expect(await weightOf(a)).toBe(25);
    expect(await weightOf(b)).toBeCloseTo(10 + 2, 4);
    await like(b, await addVoters(15), 'more');
    await refreshTrustState(t.deps.db, t.clock.now);
    await t.deps.pool.query('UPDATE trust_state SET likes = 200');
    expect(await weightOf(a)).toBeCloseTo(5, 4);
    // Nodes of an earlier version store no network.
    await like(b, await addVoters(60), 'none');
    await t.deps.pool.query('DELETE FROM vote_networks WHERE network = $1', [networkOf('none')]);
    await refreshTrustState(t.deps.db, t.clock.now);
    await t.deps.pool.query('UPDATE trust_state SET likes = 200');
    expect(await weightOf(a)).toBeCloseTo(5, 4);
  });

  test('have full weight for such a day even more than 14 days later', async () => {
    const { id } = await t.addApp();
    await like(id, await addVoters(25), 'proxy');
    await refreshTrustState(t.deps.db, t.clock.now);
    await refreshTrustState(t.deps.db, new Date(noon + 20 * DAY_MS));
    await t.deps.pool.query('UPDATE trust_state SET likes = 200');
    expect(await weightOf(id)).toBe(25);
  });
});

test('below 200 trusted likes, likes of all confirmed accounts have full weight', async () => {
  const { id } = await t.addApp();
  const voters = await addVoters(199);
  await like(id, voters.slice(0, 198), 'n');
  await like(id, await addVoters(2, 0), 'n');
  const unconfirmed = await addVoters(1);
  await t.deps.pool.query('UPDATE users SET email_verified_at = NULL WHERE id = ANY ($1)', [unconfirmed]);
  await like(id, unconfirmed, 'n');
  await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = false WHERE user_id = $1', [voters[0]]);
  await refreshTrending(t.deps.db, t.clock.now);
  expect(await weightOf(id)).toBe(200);
  await like(id, voters.slice(198), 'm', noon - DAY_MS);
  await t.deps.pool.query('UPDATE votes SET is_seen_in_deck = true');
  await refreshTrending(t.deps.db, t.clock.now);
  expect(await weightOf(id)).toBe(201);
  await like(id, await addVoters(1), 'm', noon - DAY_MS);
  await refreshTrending(t.deps.db, t.clock.now);
  expect((await readWeights()).length).toBe(200);
});

test('counts trusted likes of 14 days', async () => {
  const { id } = await t.addApp();
  const dayStart = Math.floor(t.clock.now.getTime() / DAY_MS) * DAY_MS;
  await like(id, await addVoters(2), 'n', dayStart - 13 * DAY_MS);
  await like(id, await addVoters(4), 'n', dayStart - 13 * DAY_MS - 1);
  await refreshTrustState(t.deps.db, t.clock.now);
  expect((await t.call(adminStats, {}, await t.person('admin'))).body.trustedLikes).toBe(2);
});

test('trusted likes and marks equal a simple reference, after runs during votes, views and deletions', {
  tags: 'long',
}, async () => {
  const random = sequence(39);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const apps: string[] = [];
  for (let n = 0; n < 14; n += 1) apps.push((await t.addApp()).id);
  // A network of more than 30 old accounts, and likes of other hours.
  for (const [network, count, age] of [
    ['school', 34, 50],
    ['ring', 30, 3],
    ['flat', 30, 90],
  ] as const)
    for (const voter of await addVoters(count, age))
      for (const app of apps)
        if (random() < 0.3) await like(app, [voter], network, noon - Math.floor(random() * 3) * HOUR_MS);
  const created = { createdAt: new Date(noon - 40 * DAY_MS), emailVerifiedAt: t.clock.now };
  const people = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => ({
      ...(await t.person('member', created)),
      address: `192.0.${n % 3}.${n}`,
    })),
  );
  const cursors = new Map<Person, string>();
  for (const person of people) {
    const { headers } = await t.call(
      listFeed,
      { query: { deck: pick(['best', 'new', 'tag:Free']) } },
      person,
    );
    cursors.set(person, String(headers[NEXT_CURSOR_HEADER] ?? headers[END_CURSOR_HEADER]));
  }
  const view = (person: Person) => {
    const appId = pick(apps);
    const interactions = [{ appId, interactionType: 'view' as const, duration: pick([500, 1_500]) }];
    const cursor = cursors.get(person) ?? '';
    return t.call(recordInteractions, { body: { interactions, batchId: newId(), cursor } }, person);
  };
  const vote = (person: Person) => {
    const body = { appId: pick(apps), voteType: pick(['up', 'up', 'up', 'down'] as const) };
    return t.call(castVote, { body }, person);
  };
  const statuses = new Set<number>();
  const writer = async (person: Person, leaves: boolean) => {
    for (let n = 0; n < 40; n += 1)
      statuses.add((await (random() < 0.6 ? view(person) : vote(person))).status);
    if (leaves) await t.deps.pool.query('DELETE FROM users WHERE id = $1', [person.user?.id]);
  };
  const over = new AbortController();
  const runs = (async () => {
    while (!over.signal.aborted) await refreshTrending(t.deps.db, t.clock.now);
  })();
  await Promise.all(people.map((person, n) => writer(person, n % 4 === 0)));
  over.abort();
  await runs;
  expect([...statuses].sort()).toEqual([200, 201]);
  await refreshTrending(t.deps.db, t.clock.now);

  const reference = await readReferenceLikes(t.deps.db, t.clock.now);
  const expected = reference.filter(({ isCounted }) => isCounted);
  expect(expected.length).toBeGreaterThan(150);
  expect(new Set(expected.map(({ weight }) => weight)).size).toBeGreaterThan(3);
  const found = await readWeights();
  const inOrder = (likes: readonly Weighed[]) => likes.map(({ id, weight }) => `${id} ${weight}`).sort();
  expect(inOrder(found)).toEqual(inOrder(expected));
  const { rows } = await t.deps.pool.query<{ likes: number }>('SELECT likes FROM trust_state');
  expect(rows[0]?.likes).toBe(reference.filter(({ isTrusted }) => isTrusted).length);

  const query = async <Row>(text: string) => (await t.deps.pool.query(text)).rows as Row[];
  const viewed = await query<{ user_id: string; app_id: string }>('SELECT * FROM seen_apps WHERE is_viewed');
  const pages = await query<{ user_id: string; kind: string; app_ids: string[] }>(
    'SELECT user_id, kind, app_ids FROM decks JOIN deck_pages ON deck_id = id',
  );
  const byPeople = new Set(people.map(({ user }) => user?.id));
  let marked = 0;
  for (const { person, app, isSeen } of reference) {
    if (!byPeople.has(person)) continue;
    const hasViewed = viewed.some((row) => row.user_id === person && row.app_id === app);
    const wasDealt = pages.some(
      (page) => page.user_id === person && ['best', 'new'].includes(page.kind) && page.app_ids.includes(app),
    );
    expect(isSeen, `${person} ${app}`).toBe(hasViewed && wasDealt);
    marked += Number(isSeen);
  }
  expect(marked).toBeGreaterThan(5);
});
