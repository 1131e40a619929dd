import { randomBytes } from 'node:crypto';
import { writeAppNote } from '@zapdeck/contract/apps/admin-app';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { TITLE_STORED_MAX, URL_MAX } from '@zapdeck/contract/apps/listing';
import { bulkUploadApps, UPLOAD_ID_HEADER } from '@zapdeck/contract/apps/bulk-upload';
import { editOwnApp, resubmitApp } from '@zapdeck/contract/apps/change-own-app';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formBody } from '../../../testing/example-bodies.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { pendingAppFilter, selectCount, selectIds } from './pending-list.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let admin: Person;
let submitter: string;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  submitter = (await t.person('member')).user?.id ?? '';
  const add = (title: string, hours: number, values: Parameters<TestApp['addApp']>[0] = {}) => {
    const createdAt = new Date(t.clock.now.getTime() - hours * HOUR_MS);
    return t.addApp({ title, createdAt, status: 'pending', ...values });
  };
  await add('banjo', 200, { frameStatus: 'ok', category: 'Games' });
  await add('Accordion', 50, { frameStatus: 'refused', url: 'https://keys.example.org/100%25' });
  await add('Cello', 30, { submittedBy: submitter });
  await add('Drum', 1, { submittedBy: submitter, frameStatus: 'ok' });
  await add('Organ', 300, { status: 'approved' });
});
afterAll(() => t.close());

const list = async (query: Record<string, string>) => {
  const { body, headers } = await t.call(pendingApps, { query: query }, admin);
  return { titles: body.map(({ title }) => title), total: Number(headers['x-total-count']), body };
};

describe('pendingApps', () => {
  test.each([
    [{}, ['banjo', 'Accordion', 'Cello', 'Drum']],
    [{ sort: 'newest' }, ['Drum', 'Cello', 'Accordion', 'banjo']],
    [{ sort: 'title' }, ['Accordion', 'banjo', 'Cello', 'Drum']],
    [{ verdict: 'ok' }, ['banjo', 'Drum']],
    [{ verdict: 'unreachable' }, []],
    [{ age: '24h' }, ['banjo', 'Accordion', 'Cello']],
    [{ age: '48h', sort: 'newest' }, ['Accordion', 'banjo']],
    [{ age: '7d' }, ['banjo']],
    [{ category: 'Games' }, ['banjo']],
    [{ search: 'CELL' }, ['Cello']],
    [{ search: 'keys.example' }, ['Accordion']],
    [{ search: '100%' }, ['Accordion']],
    [{ search: '1%5' }, []],
    [{ search: 'b_njo' }, []],
    [{ search: 'organ' }, []],
    [{ search: 'o', verdict: 'ok', sort: 'title' }, ['banjo', 'Drum']],
  ])('returns the apps for the query %j', async (query, titles) => {
    expect(await list(query as Record<string, string>)).toMatchObject({ titles, total: titles.length });
  });

  test('filters by submitter, with that submitter’s record', async () => {
    const { titles, body } = await list({ submitter });
    expect(titles).toEqual(['Cello', 'Drum']);
    expect(body[0]?.submitterRecord).toEqual({ approved: 0, pending: 2, rejected: 0 });
  });

  test('is paged, even with a filter, with the total on each page', async () => {
    expect(await list({ limit: '1', offset: '1', sort: 'title' })).toMatchObject({
      titles: ['banjo'],
      total: 4,
    });
    expect(await list({ limit: '1', offset: '1', verdict: 'ok' })).toMatchObject({
      titles: ['Drum'],
      total: 2,
    });
    expect(await list({ offset: '9', verdict: 'ok' })).toMatchObject({ titles: [], total: 2 });
  });

  test('filters by upload, whose id is in the response and in the log', async () => {
    const file = ['one', 'two'].map((name) => `${name},About,https://${name}.example.com/,Games\n`).join('');
    const { payload, type } = formBody({ name: 'apps.csv', file: `title,description,url,category\n${file}` });
    const response = await t.app.inject({
      method: 'POST',
      url: bulkUploadApps.path,
      cookies: admin.cookies,
      headers: { origin: t.deps.config.publicUrl, 'content-type': type },
      payload,
    });
    expect(response.json()).toEqual({ count: 2, skipped: 0 });
    const upload = String(response.headers[UPLOAD_ID_HEADER]);
    const { titles, body } = await list({ upload });
    expect(titles.toSorted()).toEqual(['one', 'two']);
    expect(body.map(({ uploadId }) => uploadId)).toEqual([upload, upload]);
    const { rows } = await t.deps.pool.query(
      "SELECT after FROM audit_log WHERE action = 'apps.uploaded' AND after ->> 'uploadId' = $1",
      [upload],
    );
    expect(rows).toEqual([{ after: { uploadId: upload, fileName: 'apps.csv', count: 2, skipped: 0 } }]);

    await t.call(setAppStatus, { params: { id: body[0]?.id ?? '' }, body: { status: 'approved' } }, admin);
    expect((await list({ upload })).total).toBe(1);
  });
});

test('reads no other apps for a page or a filter', { tags: 'long' }, async () => {
  const client = await t.deps.pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, created_at)
     SELECT gen_random_uuid(), 'App ' || md5(n::text), 'One of many', 'https://' || n || '.example.org/', 'Games', $1,
       (CASE n % 50 WHEN 0 THEN 'pending' ELSE 'approved' END)::app_status, timestamptz '2026-01-01' + n * interval '1 minute'
     FROM generate_series(1, 2000) AS n`,
    [submitter],
  );
  await client.query('VACUUM ANALYZE');
  client.release(true);
  const query = {
    search: '',
    sort: 'oldest',
    verdict: 'all',
    age: 'all',
    category: 'all',
    language: 'all',
    resubmitted: 'all',
  } as const;
  const page = { limit: 100, offset: 0 };
  const filter = (changed: object) =>
    pendingAppFilter(
      t.deps.db,
      { ...query, submitter: undefined, upload: undefined, ...changed },
      t.clock.now,
    );
  const searched = await filter({ search: 'md5' });
  const queries = [
    selectIds(t.deps.db, { ...page, sort: 'oldest' }, await filter({})),
    selectIds(t.deps.db, { ...page, sort: 'oldest' }, searched),
    selectIds(t.deps.db, { ...page, sort: 'title' }, await filter({ verdict: 'refused' })),
    selectCount(t.deps.db, searched),
  ];
  for (const { sql, params } of queries.map((select) => select.toSQL())) {
    const { rows } = await t.deps.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, params);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('apps_pending_idx');
    expect(plan).not.toMatch(/Seq Scan on apps|Heap Scan on apps/);
  }
});

test('accepts an app with the longest title and address', async () => {
  const host = 'https://long.example.org/';
  // Random text, because it cannot be compressed.
  const path = randomBytes(URL_MAX)
    .toString('base64url')
    .slice(0, URL_MAX - host.length);
  const { id } = await t.addApp({
    title: '漢'.repeat(TITLE_STORED_MAX),
    category: '漢'.repeat(50),
    url: host + path,
    status: 'pending',
  });
  expect((await t.readApp(id)).status).toBe('pending');
});

test('shows a resubmitted app with the time of its resubmission', async () => {
  const maker = await t.person('member');
  const createdAt = new Date(t.clock.now.getTime() - 300 * HOUR_MS);
  const values = { status: 'rejected', createdAt, submittedBy: maker.user?.id ?? '' } as const;
  const { id } = await t.addApp({ ...values, title: 'Harp' });
  await t.call(resubmitApp, { params: { id } }, maker);
  const aged = () => list({ age: '24h', search: 'harp' });
  expect(await aged()).toMatchObject({ titles: [], total: 0 });
  t.clock.advance(25 * HOUR_MS);
  // The session has expired.
  admin = await t.person('admin');
  expect(await aged()).toMatchObject({ titles: ['Harp'], total: 1 });
});

test('filters resubmitted apps and first submissions', async () => {
  const maker = await t.person('member');
  const values = { status: 'rejected', submittedBy: maker.user?.id ?? '' } as const;
  const { id } = await t.addApp({ ...values, title: 'Lute again' });
  await t.addApp({ ...values, title: 'Lute', status: 'pending' });
  await t.call(resubmitApp, { params: { id } }, maker);
  const search = 'lute';
  expect(await list({ search, resubmitted: 'yes' })).toMatchObject({ titles: ['Lute again'], total: 1 });
  expect(await list({ search, resubmitted: 'no' })).toMatchObject({ titles: ['Lute'], total: 1 });
  expect(await list({ search, resubmitted: 'all' })).toMatchObject({ total: 2 });
});

test('returns the last rejection, changes since, notes and apps of the same host with each app', async () => {
  const maker = await t.person('member');
  const host = 'https://tea.example.net';
  const other = await t.addApp({ title: 'Tea Cups', url: `${host}/cups`, status: 'approved' });
  await t.addApp({ title: 'Elsewhere', url: 'https://coffee.example.net/tea.example.net' });
  const { id } = await t.addApp({
    title: 'Tea Timer',
    url: `${host}:8443/timer`,
    status: 'pending',
    submittedBy: maker.user?.id ?? '',
  });
  const contextOf = async () => (await list({ search: 'Tea Timer' })).body[0]?.context;
  expect(await contextOf()).toEqual({
    resubmissions: 0,
    lastReason: null,
    changedSince: [],
    notes: 0,
    hostApps: [{ id: other.id, title: 'Tea Cups', status: 'approved' }],
  });
  t.clock.advance(1_000);
  await t.call(setAppStatus, { params: { id }, body: { status: 'rejected', reason: 'No timer.' } }, admin);
  t.clock.advance(1_000);
  await t.call(editOwnApp, { params: { id }, body: { description: 'It rings now.' } }, maker);
  await t.call(writeAppNote, { params: { id }, body: { text: 'Ask again.' } }, admin);
  t.clock.advance(1_000);
  await t.call(resubmitApp, { params: { id } }, maker);
  expect(await contextOf()).toMatchObject({
    resubmissions: 1,
    lastReason: 'No timer.',
    changedSince: ['description'],
    notes: 1,
  });
});
