import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '@zapdeck/server/testing/server-process';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moderatedPages } from './admin-pages.ts';
import { type Catalogue, fillCatalogue } from './catalogue.ts';
import { arrive, callOnce, drive } from './load.ts';
import { scenarioOf, scenariosOf } from './scenarios.ts';
import { openWorld } from './world.ts';

const size = { apps: 200, users: 60, seen: 613 };

async function indexesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'bench%' ORDER BY 1`,
  );
  return rows.map(({ indexdef }) => indexdef);
}

let catalogue: Catalogue & { indexes: { before: string[]; after: string[] } };
let server: ServerProcess;
beforeAll(async () => {
  catalogue = await openWorld(async (client) => {
    const before = await indexesOf(client);
    const filled = await fillCatalogue(client, size);
    return { ...filled, indexes: { before, after: await indexesOf(client) } };
  });
  server = await catalogue.startServer();
});
afterAll(async () => {
  await server.end();
  await catalogue.close();
});

async function count(sql: string): Promise<number> {
  const { rows } = await catalogue.client.query<{ count: number }>(`SELECT count(*)::int FROM ${sql}`);
  return rows[0]?.count ?? Number.NaN;
}

it('every scenario gets the expected responses', async () => {
  const scenarios = await scenariosOf(catalogue, server.url);
  // Twice, because scenarios must not influence each other.
  for (const scenario of [...scenarios, ...scenarios]) {
    const requests = scenario.connections;
    const { statuses } = await drive(server.url, scenario, { requests });
    expect([scenario.name, statuses]).toEqual([scenario.name, { [scenario.status]: requests }]);
  }
  expect(scenarios.map(({ name }) => name)).toContain('login');
  expect(await count('votes')).toBeGreaterThan(0);
  expect(await count('user_app_interactions')).toBeGreaterThan(0);
});

it('requests arrive at a constant rate until the work ends, the first at once', async () => {
  const { next } = await scenarioOf(catalogue, server.url, 'poll, 304');
  const { latencies, statuses } = await arrive([server.url], next, { perSecond: 100, until: delay(1_000) });
  expect(Object.keys(statuses)).toEqual(['304']);
  expect(latencies.length).toBeGreaterThan(90);
  const once = await arrive([server.url], next, { perSecond: 1, until: delay(100) });
  expect(once.latencies).toHaveLength(1);
});

it('all admin lists and pages exist', async () => {
  const [admin, maker, other] = [
    catalogue.people.admin[0],
    catalogue.people.ordinary[0],
    catalogue.people.light[0],
  ];
  if (!admin || !maker || !other) throw new Error('nobody there');
  const popularAppId = catalogue.appIds[0] ?? '';
  await catalogue.client.query('UPDATE apps SET submitted_by = $1 WHERE id = $2', [maker.id, popularAppId]);
  const world = { ...size, admin, maker, otherId: other.id, popularAppId };
  for (const { path, by } of moderatedPages(world)) {
    const response = await callOnce(server.url, {
      method: 'GET',
      path: `/api/${path}`,
      cookie: world[by].cookie,
    });
    expect([path, response.status]).toEqual([path, 200]);
  }
});

it('filling gives the same values as triggers', async () => {
  const people = Object.values(catalogue.people).flat().length + 1;
  expect(await count('users')).toBe(size.users + people);
  const ofUsers = 'seen_apps JOIN bench_users ON bench_users.id = user_id';
  expect(await count(ofUsers)).toBeGreaterThanOrEqual(size.seen);
  expect(await count(`catalogue WHERE approved_apps = ${size.apps}`)).toBe(1);
  expect(
    await count(`seen_counts FULL JOIN (SELECT user_id, count(*) FROM seen_apps GROUP BY user_id) AS real USING (user_id)
      WHERE seen IS DISTINCT FROM count`),
  ).toBe(0);
  expect(await count('app_search_texts')).toBe(size.apps);
});

it('all indexes that were dropped for filling exist again', () => {
  expect(catalogue.indexes.after).toEqual(catalogue.indexes.before);
  expect(catalogue.indexes.before.length).toBeGreaterThan(20);
});
