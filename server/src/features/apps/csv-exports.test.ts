import {
  appsCsv,
  auditLogCsv,
  errorLogsCsv,
  pendingAppsCsv,
  reportsCsv,
  usersCsv,
} from '@zapdeck/contract/csv-exports';
import { editApp } from '@zapdeck/contract/apps';
import { reportApp } from '@zapdeck/contract/reports';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { csvLine } from '../../http/send-csv.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

type Row = Record<string, string>;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', {
    firstName: '=HYPERLINK("https://evil.example")',
    email: 'ann@example.org',
  });
});
afterAll(() => t.close());

const ask = (url: string, as: Person = admin) => t.app.inject({ method: 'GET', url, cookies: as.cookies });

async function read(url: string): Promise<Row[]> {
  const { body, statusCode } = await ask(url);
  expect(statusCode).toBe(200);
  return parse<Row>(body, { bom: true, columns: true, record_delimiter: '\r\n' });
}

test('a file is UTF-8 with byte order mark, named for the list and the day, and for admins alone', async () => {
  t.clock.now = new Date('2026-11-22T12:00:00Z');
  const member = await t.person('member');
  for (const [{ path }, name] of [
    [appsCsv, 'apps'],
    [pendingAppsCsv, 'pending-apps'],
    [usersCsv, 'users'],
    [reportsCsv, 'reports'],
    [auditLogCsv, 'audit-log'],
    [errorLogsCsv, 'errors'],
  ] as const) {
    const { headers, rawPayload } = await ask(path);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="zapdeck-${name}-2026-11-22.csv"`);
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await ask(path, member)).statusCode).toBe(403);
  }
});

test('what people wrote comes back as they wrote it, and is never a formula', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    ' =1',
    '＝1',
    'plain, with "quotes"',
    'a;=1',
    'über 漢',
  ];
  for (const title of texts) await t.addApp({ title, description: `${title}\nnext line`, tags: ['=a', 'b'] });
  const rows = (await read(appsCsv.path)).filter(({ tags }) => tags === "'=a; b");
  expect(rows.map(({ title }) => title).toSorted()).toEqual(
    texts.map((text) => (/^[\s]*[=+\-@＝]/.test(text) ? `'${text}` : text.replace(';=', ";'="))).toSorted(),
  );
  expect(rows.find(({ title }) => title?.startsWith('plain'))?.description).toBe(
    'plain, with "quotes"\nnext line',
  );
  // A number of our own may be below zero.
  const { id } = await t.addApp({ downvotes: 9 });
  const row = (await read(appsCsv.path)).find((one) => one['id'] === id);
  expect(Number(row?.['rankingScore'])).toBeLessThan(0);
});

test.each(['a;=1', 'a; =1', 'a\n=1', 'a\r\n-1', 'a;;+1', 'a;\n@x', '\t=1', 'a, "b";＝1'])(
  'nor where semicolons separate cells, and a quote within a line is none: %j',
  (text) => {
    const cells = csvLine(['id', text, 'end']).split(/[;\r\n]/);
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
  },
);

test('each list is filtered as on its screen', async () => {
  const app = await t.addApp({ title: 'Waiting Gong', status: 'pending', frameStatus: 'refused' });
  const approved = await t.addApp({ title: 'Loud Gong' });
  await t.call(reportApp, { body: { appId: approved.id, reason: '@loud' } }, await t.person('member'));
  await t.call(editApp, { params: { id: app.id }, body: { timeSpent: 9 } }, admin);
  const titles = async (url: string) => (await read(url)).map(({ title }) => title);
  expect(await titles(`${appsCsv.path}?search=GONG`)).toEqual(['Loud Gong', 'Waiting Gong']);
  expect(await titles(`${appsCsv.path}?search=gong&status=pending`)).toEqual(['Waiting Gong']);
  expect(await titles(`${pendingAppsCsv.path}?verdict=refused`)).toEqual(['Waiting Gong']);
  expect(await titles(`${pendingAppsCsv.path}?verdict=ok`)).toEqual([]);
  expect((await read(`${usersCsv.path}?role=admin`)).map(({ email }) => email)).toEqual(['ann@example.org']);
  expect(await read(`${reportsCsv.path}?status=pending`)).toMatchObject([
    { appId: approved.id, reason: "'@loud" },
  ]);
  expect(await read(`${reportsCsv.path}?status=dismissed`)).toEqual([]);
  expect(await read(`${auditLogCsv.path}?target=${app.id}`)).toMatchObject([
    {
      action: 'app.edited',
      actorName: '\'=HYPERLINK("https://evil.example")',
      targetName: 'Waiting Gong',
      before: '{"timeSpent":1}',
      after: '{"timeSpent":9}',
    },
  ]);
  expect((await ask(`${appsCsv.path}?status=lost`)).statusCode).toBe(400);
});

test('however long, it is read batch by batch behind the last row, whatever comes and goes meanwhile', async () => {
  await t.deps.pool.query(
    `INSERT INTO users (id, email, created_at)
     SELECT gen_random_uuid(), n || '@many.example', timestamptz '2025-01-01' + (n / 3) * interval '1 minute'
     FROM generate_series(1, 1203) AS n`,
  );
  const asked = vi.spyOn(t.deps.pool, 'query');
  const rows = await read(`${usersCsv.path}?search=many.example`);
  const sizes = asked.mock.calls.filter(([query]: unknown[]) =>
    /from "users"/.test((query as { text: string }).text),
  );
  asked.mockRestore();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(1203);
  expect(rows.map(({ createdAt }) => createdAt)).toEqual(
    rows
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
  expect(sizes).toHaveLength(3);
});
