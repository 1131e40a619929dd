import { type AdminApp, adminApps, COUNTED_MAX, editApp, languagesInUse } from '@zapdeck/contract/apps/apps';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/feed/reach';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { selectUsers } from '../../users/admin-users.ts';
import { readListSearch } from '../../search/search-apps.ts';
import { selectAdminApps, selectHits } from './admin-app-list.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

describe('adminApps', () => {
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
  ])('returns the apps for the query %j', async (query, names) => {
    expect(await list(query as Record<string, string>)).toMatchObject({ names, total: names.length });
  });

  test('is paged, with the total on each page', async () => {
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

  test.each([
    [{ reach: 'unreachable' }, ['Disputed', 'Loved', 'Refused_1']],
    [{ reach: 'unreachable', sort: 'createdAt', limit: '1', offset: '1' }, ['Disputed'], 3],
    [{ reach: 'unreachable', search: 'DISP' }, ['Disputed']],
    [{ reach: 'unreachable', status: 'rejected' }, ['Refused_1']],
    [{ reach: 'flagged' }, ['Loved']],
    [{ reach: 'flagged', search: 'disp' }, []],
  ])('filters unreachable apps by %j', async (query, names, total = names.length) => {
    const away = { Refused_1: 20 * DAY_MS, Disputed: UNREACHABLE_FLAGGED_AFTER_MS - 1, Loved: 8 * DAY_MS };
    for (const [name, ms] of Object.entries(away)) {
      const since = new Date(t.clock.now.getTime() - ms);
      await t.deps.pool.query('UPDATE apps SET unreachable_since = $1 WHERE id = $2', [since, ids[name]]);
    }
    const found = await list({ sort: 'views', ...(query as Record<string, string>) });
    expect(found.names).toEqual(names);
    expect(found.total).toBe(total);
  });

  test('returns submitter with email, times and frame status', async () => {
    const { body } = await list({ status: 'pending' });
    const [app] = body as [AdminApp];
    expect(app).toMatchObject({ timeSpent: 500_000, rankingScore: 500, frameStatus: 'unknown' });
    expect(app.submitter?.email).toMatch(/@example\.org$/);
  });
});

describe('with many rows', { tags: 'long' }, () => {
  const ROWS = 10_000;
  /** Long texts make a scan of the table more expensive than the expected plans. */
  const LONG_TEXT = 'One of many. '.repeat(35);
  const page = { limit: 100, offset: 0 };
  beforeAll(async () => {
    const client = await t.deps.pool.connect();
    // Setup statements exceed the timeout of requests.
    await client.query('SET statement_timeout = 0');
    await client.query(
      `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views, created_at)
       SELECT gen_random_uuid(), 'App ' || md5(n::text), $3, 'https://' || n || '.example.org/', 'Games', $1,
         (CASE n % 10 WHEN 0 THEN 'pending' ELSE 'approved' END)::app_status,
         (n * 7919) % 500, (n * 104729) % 200, (n * 31) % 3000, timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series(1, $2) AS n`,
      [admin.user?.id, ROWS, LONG_TEXT],
    );
    await client.query(
      `INSERT INTO users (id, email, first_name, created_at)
       SELECT gen_random_uuid(), md5(n::text) || '@example.net', 'Person', timestamptz '2026-01-01' + n * interval '1 minute'
       FROM generate_series(1, $1) AS n`,
      [ROWS],
    );
    await client.query('VACUUM ANALYZE apps, app_search_texts, search_documents, users');
    client.release(true);
  });

  async function explain(query: { toSQL(): { sql: string; params: unknown[] } }): Promise<string> {
    const { sql, params } = query.toSQL();
    const { rows } = await t.deps.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  const everything = { ...adminApps.query.parse({}), sort: 'views', ...page } as const;
  const walk = { sought: undefined, areFew: false, now: new Date() };

  test.each([
    ['score', 'apps_admin_score_idx'],
    ['netVotes', 'apps_admin_net_votes_idx'],
    ['views', 'apps_admin_views_idx'],
    ['createdAt', 'apps_admin_created_idx'],
  ] as const)('reads page %s sorted by %s', async (sort, index) => {
    const plan = await explain(selectAdminApps(t.deps.db, { ...everything, sort }, walk));
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan on apps');
  });

  test.each(['views', 'netVotes', 'createdAt'] as const)(
    'reads no app before a late page when sorted by %s',
    async (sort) => {
      const query = { ...everything, status: 'approved', sort, offset: 2_500 } as const;
      const plan = await explain(selectAdminApps(t.deps.db, query, walk));
      expect(plan).toContain('apps_admin_');
    },
  );

  test.each([
    { search: 'App', status: 'all', sort: 'score' },
    { search: 'app 3', status: 'approved', sort: 'views' },
    { search: 'EXAMPLE.org', status: 'pending', sort: 'netVotes' },
    { search: 'f_', status: 'all', sort: 'createdAt' },
  ] as const)(
    'finds the same page through the search index and through the sort index: %j',
    async (sought) => {
      for (const offset of [0, 100]) {
        const query = { ...everything, ...sought, limit: 50, offset };
        const search = { ...walk, sought: await readListSearch(t.deps.db, query.search) };
        const fromHits = await selectAdminApps(t.deps.db, query, { ...search, areFew: true });
        const walked = await selectAdminApps(t.deps.db, query, search);
        expect(walked).toEqual(fromHits);
        const { body, headers } = await t.call(adminApps, { query }, admin);
        expect(body.map(({ id }) => id)).toEqual(walked.map(({ app }) => app.id));
        const { rows } = await t.deps.pool.query<{ total: number }>(
          `SELECT count(*)::int AS total FROM apps
           WHERE (title || ' ' || url ILIKE $1 OR has_words(id, $3::tsquery)) AND $2 IN ('all', status::text)`,
          [`%${sought.search.replace('_', '\\_')}%`, sought.status, search.sought?.words],
        );
        expect(Number(headers['x-total-count'])).toBe(Math.min(rows[0]?.total ?? 0, COUNTED_MAX + 1));
      }
    },
  );

  test('limits the number of counted hits, and still returns the first page', async () => {
    await t.addApp({ title: 'One more app' });
    const query = { search: 'app', sort: 'createdAt', limit: 1 } as const;
    const { body, headers } = await t.call(adminApps, { query }, admin);
    expect(body.map(({ title }) => title)).toEqual(['One more app']);
    expect(headers['x-total-count']).toBe(String(COUNTED_MAX + 1));
  });

  test('counts nothing without a search', async () => {
    const spy = vi.spyOn(t.deps.pool, 'query');
    try {
      for (const status of ['all', 'approved', 'pending', 'rejected'] as const)
        await t.call(adminApps, { query: { status } }, admin);
      await t.call(pendingApps, { query: {} }, admin);
      const texts = spy.mock.calls.map(([query]: unknown[]) => (query as { text: string }).text);
      expect(texts.filter((text) => /FROM "?catalogue/i.test(text))).toHaveLength(5);
      // Excludes counts that use an index: records of submitters, reports, notes and resubmissions, apps of suspended
      // makers.
      const isOfRows = (text: string) =>
        /submitted_by = ANY|suspended_at|from "reports" where \("reports"."app_id" = ANY|AS page \(app_id, host\)/.test(
          text,
        );
      expect(texts.filter((text) => /count\(/i.test(text) && !isOfRows(text))).toEqual([]);
    } finally {
      spy.mockRestore();
    }
  });

  test('searches use the trigram index', async () => {
    const search = await readListSearch(t.deps.db, 'piano');
    const plan = search && (await explain(selectHits(t.deps.db, search, 'all')));
    expect(plan).toContain('app_search_texts_trigram_idx');
    expect(plan).toContain('search_documents_lexemes_idx');
    const people = selectUsers(t.deps.db, { search: 'missing', role: 'all', provider: 'all', ...page });
    expect(await explain(people)).toContain('users_search_trigram_idx');
  });

  test('pages of users use an index', async () => {
    const query = selectUsers(t.deps.db, { search: '', role: 'all', provider: 'all', ...page });
    expect(await explain(query)).toContain('users_created_idx');
  });
});

test('languagesInUse lists the languages of apps of every status once', async () => {
  for (const [language, status] of [
    ['de', 'approved'],
    ['ba', 'pending'],
    ['de', 'rejected'],
    [null, 'approved'],
  ] as const)
    await t.addApp({ language, status });
  expect((await t.call(languagesInUse, {}, await t.person('moderator'))).body).toEqual(['ba', 'de']);
});

test('searches work without pg_trgm', { tags: 'long' }, async () => {
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
