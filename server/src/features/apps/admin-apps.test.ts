import { type AdminApp, adminApps, editApp, pendingApps, setAppStatus } from '@zapdeck/contract/apps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { selectUsers } from '../users/admin-users.ts';
import { selectAdminApps, selectMatches } from './admin-apps.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

describe('the list', () => {
  const ids: Record<string, string> = {};
  const list = async (query: Record<string, string>) => {
    const { body, headers } = await t.call(adminApps, { query }, admin);
    const names = body.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
    return { names, total: Number(headers['x-total-count']), body };
  };
  beforeAll(async () => {
    const add = async (name: string, values: Parameters<TestApp['addApp']>[0], minutes: number) => {
      const createdAt = new Date(Date.UTC(2026, 0, 1, 0, minutes));
      ids[name] = (await t.addApp({ title: name, createdAt, ...values })).id;
    };
    await add('Loved', { upvotes: 9, downvotes: 1, views: 10 }, 1);
    await add(
      'Disputed',
      { upvotes: 20, downvotes: 18, views: 300, url: 'https://dispute.example.org/100%25' },
      2,
    );
    await add('Waiting', { status: 'pending', timeSpent: 500_000 }, 3);
    await add('Refused_1', { status: 'rejected', views: 1 }, 4);
  });

  test.each([
    [{}, ['Waiting', 'Disputed', 'Loved', 'Refused_1']],
    [{ sort: 'score' }, ['Waiting', 'Disputed', 'Loved', 'Refused_1']],
    [{ sort: 'netVotes' }, ['Loved', 'Disputed', 'Refused_1', 'Waiting']],
    [{ sort: 'views' }, ['Disputed', 'Loved', 'Refused_1', 'Waiting']],
    [{ sort: 'createdAt' }, ['Refused_1', 'Waiting', 'Disputed', 'Loved']],
    [{ status: 'approved' }, ['Disputed', 'Loved']],
    [{ status: 'pending' }, ['Waiting']],
    [{ status: 'rejected', sort: 'views' }, ['Refused_1']],
    [{ search: 'LOV' }, ['Loved']],
    [{ search: 'dispute.example' }, ['Disputed']],
    [{ search: '100%' }, ['Disputed']],
    [{ search: 'd_1' }, ['Refused_1']],
    [{ search: 'e', status: 'approved', sort: 'createdAt' }, ['Disputed', 'Loved']],
    [{ search: 'no such thing' }, []],
  ])('%j', async (query, names) => {
    expect(await list(query as Record<string, string>)).toMatchObject({ names, total: names.length });
  });

  test('is paged and tells its whole length', async () => {
    const pages = await Promise.all(
      ['0', '2', '4'].map((offset) => list({ sort: 'createdAt', limit: '2', offset })),
    );
    expect(pages.map(({ names, total }) => ({ names, total }))).toEqual([
      { names: ['Refused_1', 'Waiting'], total: 4 },
      { names: ['Disputed', 'Loved'], total: 4 },
      { names: [], total: 4 },
    ]);
  });

  test('finds an app under its new title, and no longer under the old one', async () => {
    await t.deps.pool.query("UPDATE apps SET title = 'Adored' WHERE id = $1", [ids['Loved']]);
    expect((await list({ search: 'adored' })).names).toEqual(['Loved']);
    expect((await list({ search: 'loved' })).names).toEqual([]);
  });

  test('finds an app under its new status, and no longer under the old one', async () => {
    const id = ids['Refused_1'] ?? '';
    const find = async (status: string) => (await list({ search: 'REFUSED', status })).names;
    expect(await find('rejected')).toEqual(['Refused_1']);
    await t.call(editApp, { params: { id }, body: { status: 'pending' } }, admin);
    expect([await find('rejected'), await find('pending')]).toEqual([[], ['Refused_1']]);
    await t.call(editApp, { params: { id }, body: { status: 'rejected' } }, admin);
  });

  test('shows submitter with email, times and what the check of the frame found', async () => {
    const { body } = await list({ status: 'pending' });
    const [app] = body as [AdminApp];
    expect(app).toMatchObject({ timeSpent: 500_000, rankingScore: 500, frameStatus: 'unknown' });
    expect(app.submitter?.email).toMatch(/@example\.org$/);
  });
});

describe('editing', () => {
  test('sets time and status freely; the score follows', async () => {
    const { id } = await t.addApp({ status: 'rejected' });
    const { status, body } = await t.call(
      editApp,
      { params: { id }, body: { timeSpent: 2_000, status: 'approved' } },
      admin,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ timeSpent: 2_000, status: 'approved', rankingScore: 2 });
    const again = await t.call(editApp, { params: { id }, body: { status: 'pending' } }, admin);
    expect(again.body).toMatchObject({ timeSpent: 2_000, status: 'pending' });
  });

  test('an unknown app: 404', async () => {
    const params = { id: newId() };
    expect((await t.call(editApp, { params, body: {} }, admin)).error.code).toBe('app_not_found');
    expect((await t.call(setAppStatus, { params, body: { status: 'approved' } }, admin)).error.code).toBe(
      'app_not_found',
    );
  });
});

test('what waits comes with the record of its submitter', async () => {
  const { user } = await t.person('member');
  const submittedBy = user?.id ?? '';
  for (const status of ['approved', 'approved', 'rejected', 'pending'] as const) {
    await t.addApp({ status, submittedBy });
  }
  const { id } = await t.addApp({ status: 'pending' });
  await t.deps.pool.query('UPDATE apps SET submitted_by = NULL WHERE id = $1', [id]);
  const { body } = await t.call(pendingApps, { query: { limit: 500 } }, admin);
  expect(body.find((app) => app.submittedBy === submittedBy)?.submitterRecord).toEqual({
    approved: 2,
    pending: 1,
    rejected: 1,
  });
  expect(body.find((app) => app.id === id)?.submitterRecord).toBeNull();
});

describe('with many rows', () => {
  const ROWS = 20_000;
  const FILLING_MS = 60_000;
  const page = { limit: 100, offset: 0 };
  beforeAll(async () => {
    await t.deps.pool.query(
      `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views, created_at)
       SELECT gen_random_uuid(), 'App ' || md5(n::text), 'One of many', 'https://' || n || '.example.org/', 'Games', $1,
         (CASE n % 10 WHEN 0 THEN 'pending' ELSE 'approved' END)::app_status,
         (n * 7919) % 500, (n * 104729) % 200, (n * 31) % 3000, timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series(1, $2) AS n`,
      [admin.user?.id, ROWS],
    );
    await t.deps.pool.query(
      `INSERT INTO users (id, email, first_name, created_at)
       SELECT gen_random_uuid(), md5(n::text) || '@example.net', 'Person', timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series(1, $1) AS n`,
      [ROWS],
    );
    await t.deps.pool.query('VACUUM ANALYZE');
  }, FILLING_MS);

  async function explain(query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
    const { sql, params } = query.toSQL();
    const { rows } = await t.deps.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  test.each([
    ['score', 'apps_admin_score_idx'],
    ['netVotes', 'apps_admin_net_votes_idx'],
    ['views', 'apps_admin_views_idx'],
    ['createdAt', 'apps_admin_created_idx'],
  ] as const)('a page by %s walks %s and sorts nothing', async (sort, index) => {
    const viewer = { id: admin.user?.id ?? '', isAdmin: true };
    const plan = await explain(
      selectAdminApps(t.deps.db, viewer, { search: '', status: 'all', sort, ...page }),
    );
    expect(plan).toContain(index);
    // Only the rows of the page are sorted, after their submitters were looked up.
    expect(plan).not.toMatch(/Seq Scan on apps|Sort.*\n.*rows=20/);
  });

  test.each(['views', 'netVotes', 'createdAt'] as const)(
    'a status far down by %s reads no app',
    async (sort) => {
      const viewer = { id: admin.user?.id ?? '', isAdmin: true };
      const query = { search: '', status: 'approved', sort, limit: 100, offset: 10_000 } as const;
      expect(await explain(selectAdminApps(t.deps.db, viewer, query))).toMatch(
        /Index Only Scan using apps_admin/,
      );
    },
  );

  test.each([
    { search: 'A', status: 'all', sort: 'score' },
    { search: 'app 3', status: 'approved', sort: 'views' },
    { search: 'EXAMPLE.org', status: 'pending', sort: 'netVotes' },
    { search: 'f_', status: 'all', sort: 'createdAt' },
  ] as const)('whichever way it is found, the page is the same: %j', async (sought) => {
    const viewer = { id: admin.user?.id ?? '', isAdmin: true };
    for (const offset of [0, 100]) {
      const query = { ...sought, limit: 50, offset };
      const ways = (['walked', 'looked up'] as const).map((way) =>
        selectAdminApps(t.deps.db, viewer, query, way),
      );
      const [walked, lookedUp] = await Promise.all(ways);
      expect(walked).toEqual(lookedUp);
      const { body, headers } = await t.call(
        adminApps,
        { query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) },
        admin,
      );
      expect(body.map(({ id }) => id)).toEqual(walked?.map(({ app }) => app.id));
      const { rows } = await t.deps.pool.query<{ total: number }>(
        `SELECT count(*)::int AS total FROM apps WHERE title || ' ' || url ILIKE $1 AND $2 IN ('all', status::text)`,
        [`%${sought.search.replace('_', '\\_')}%`, sought.status],
      );
      expect(Number(headers['x-total-count'])).toBe(rows[0]?.total);
    }
  });

  test('searches read the trigrams', async () => {
    expect(await explain(selectMatches(t.deps.db, { search: 'piano', status: 'all' }))).toContain(
      'app_search_texts_trigram_idx',
    );
    const people = selectUsers(t.deps.db, { search: 'nobody', role: 'all', provider: 'all', ...page });
    expect(await explain(people)).toContain('users_search_trigram_idx');
  });

  test('users are paged by an index', async () => {
    const query = selectUsers(t.deps.db, { search: '', role: 'all', provider: 'all', ...page });
    expect(await explain(query)).toMatch(/Index Scan Backward using users_created_idx/);
  });
});

test('a server without pg_trgm searches all the same', async () => {
  const plain = await openTestApp();
  try {
    await plain.deps.pool.query('DROP EXTENSION pg_trgm CASCADE');
    const as = await plain.person('admin', { firstName: 'Zoë' });
    await plain.addApp({ title: 'Tiny Harp' });
    await plain.addApp();
    const { body } = await plain.call(adminApps, { query: { search: 'harp' } }, as);
    expect(body.map(({ title }) => title)).toEqual(['Tiny Harp']);
  } finally {
    await plain.close();
  }
});
