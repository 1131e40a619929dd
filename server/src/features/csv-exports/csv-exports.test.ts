import { editApp } from '@zapdeck/contract/apps/apps';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import * as csv from '@zapdeck/contract/wire/csv-exports';
import { saveHost } from '@zapdeck/contract/frames/hosts';
import {
  addCannedReason,
  defaultModeration,
  saveModerationSettings,
} from '@zapdeck/contract/moderation/moderation';
import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { csvLines } from '../../http/send-csv.ts';
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

test('a file is UTF-8 with a byte order mark, has list and day in its name, and is only for admins', async () => {
  t.clock.now = new Date('2026-11-22T12:00:00Z');
  const member = await t.person('member');
  for (const [{ path }, name] of [
    [csv.appsCsv, 'apps'],
    [csv.pendingAppsCsv, 'pending-apps'],
    [csv.usersCsv, 'users'],
    [csv.reportsCsv, 'reports'],
    [csv.auditLogCsv, 'audit-log'],
    [csv.errorLogsCsv, 'errors'],
    [csv.reportedAppsCsv, 'reported-apps'],
    [csv.changedAppsCsv, 'changed-apps'],
    [csv.hostsCsv, 'hosts'],
    [csv.hostAppsCsv, 'apps-on-hosts'],
    [csv.cannedReasonsCsv, 'canned-reasons'],
    [csv.weightsHistoryCsv, 'formula-weights'],
    [csv.algorithmHistoryCsv, 'algorithm-params'],
    [csv.advertisementHistoryCsv, 'advertisement-config'],
    [csv.moderationHistoryCsv, 'moderation-settings'],
    [csv.instanceHistoryCsv, 'instance'],
  ] as const) {
    const { headers, rawPayload } = await ask(path);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(`attachment; filename="zapdeck-${name}-2026-11-22.csv"`);
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect((await ask(path, member)).statusCode).toBe(403);
    const head = await t.app.inject({ method: 'HEAD', url: path, cookies: admin.cookies });
    expect([head.headers['content-disposition'], head.body]).toEqual([headers['content-disposition'], '']);
  }
});

test('exports texts unchanged, but never as formulas', async () => {
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
  const rows = (await read(csv.appsCsv.path)).filter(({ tags }) => tags === "'=a; b");
  expect(rows.map(({ title }) => title).toSorted()).toEqual(
    texts.map((text) => (/^[\s]*[=+\-@＝]/.test(text) ? `'${text}` : text.replace(';=', ";'="))).toSorted(),
  );
  expect(rows.find(({ title }) => title?.startsWith('plain'))?.description).toBe(
    'plain, with "quotes"\nnext line',
  );
  // Numbers may be negative.
  const { id } = await t.addApp({ downvotes: 9 });
  const row = (await read(csv.appsCsv.path)).find((one) => one['id'] === id);
  expect(Number(row?.['rankingScore'])).toBeLessThan(0);
});

test.each(['a;=1', 'a; =1', 'a\n=1', 'a\r\n-1', 'a;;+1', 'a;\n@x', '\t=1', 'a, "b";＝1'])(
  'neutralises formulas after semicolons and quotes: %j',
  (text) => {
    const cells = csvLines([['id', text, 'end']]).split(/[;\r\n]/);
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@＝]/);
  },
);

test('each list is filtered as on its screen', async () => {
  await t.deps.pool.query('TRUNCATE apps CASCADE');
  await t.deps.pool.query("UPDATE users SET role = 'member' WHERE id <> $1", [admin.user?.id]);
  const app = await t.addApp({ title: 'Waiting Gong', status: 'pending', frameStatus: 'refused' });
  const approved = await t.addApp({ title: 'Loud Gong' });
  await t.call(reportApp, { body: { appId: approved.id, reason: '@loud' } }, await t.person('member'));
  await t.call(editApp, { params: { id: app.id }, body: { timeSpent: 9 } }, admin);
  const titles = async (url: string) => (await read(url)).map(({ title }) => title);
  expect(await titles(`${csv.appsCsv.path}?search=GONG`)).toEqual(['Loud Gong', 'Waiting Gong']);
  expect(await titles(`${csv.appsCsv.path}?search=gong&status=pending`)).toEqual(['Waiting Gong']);
  expect(await titles(`${csv.pendingAppsCsv.path}?verdict=refused`)).toEqual(['Waiting Gong']);
  expect(await titles(`${csv.pendingAppsCsv.path}?verdict=ok`)).toEqual([]);
  expect((await read(`${csv.usersCsv.path}?role=admin`)).map(({ email }) => email)).toEqual([
    'ann@example.org',
  ]);
  expect(await read(`${csv.reportsCsv.path}?status=pending`)).toMatchObject([
    { appId: approved.id, reason: "'@loud" },
  ]);
  expect(await read(`${csv.reportsCsv.path}?status=dismissed`)).toEqual([]);
  expect(await read(`${csv.auditLogCsv.path}?target=${app.id}`)).toMatchObject([
    {
      action: 'app.edited',
      actorName: '\'=HYPERLINK("https://evil.example")',
      targetName: 'Waiting Gong',
      before: '{"timeSpent":1}',
      after: '{"timeSpent":9}',
    },
  ]);
  expect((await ask(`${csv.appsCsv.path}?status=lost`)).statusCode).toBe(400);
});

test('the audit log is filtered by actor, action and time, errors by type and days', async () => {
  const colleague = await t.person('admin');
  const { id } = await t.addApp();
  const day = (date: number) => new Date(Date.UTC(2026, 0, date));
  const [from, to] = [day(2).toISOString(), day(3).toISOString()];
  const entry = (date: number, action: 'app.edited' | 'app.deleted', by = colleague) => ({
    action,
    actorId: by.user?.id ?? '',
    targetId: id,
    createdAt: day(date),
  });
  await t.deps.db
    .insert(auditLog)
    .values([
      entry(1, 'app.edited'),
      entry(2, 'app.deleted'),
      entry(2, 'app.edited', admin),
      entry(2, 'app.edited'),
      entry(3, 'app.edited'),
    ]);
  const days = async (query: Record<string, string>) => {
    const rows = await read(
      `${csv.auditLogCsv.path}?${String(new URLSearchParams({ target: id, ...query }))}`,
    );
    return rows.map(({ createdAt }) => new Date(createdAt ?? '').getUTCDate()).toSorted();
  };
  expect(await days({})).toEqual([1, 2, 2, 2, 3]);
  expect(await days({ actor: colleague.user?.id ?? '' })).toEqual([1, 2, 2, 3]);
  expect(await days({ action: 'app.edited' })).toEqual([1, 2, 2, 3]);
  expect(await days({ from })).toEqual([2, 2, 2, 3]);
  expect(await days({ to })).toEqual([1, 2, 2, 2]);

  const ago = (hours: number) => new Date(t.clock.now.getTime() - hours * 3_600_000);
  const told = { userAgent: 'Tester', url: 'https://zaps.example/' };
  await t.deps.db.insert(errorLogs).values([
    { ...told, errorType: 'CLIENT_ERROR', errorMessage: 'Old', createdAt: ago(30) },
    { ...told, errorType: 'API_ERROR', errorMessage: 'One', createdAt: ago(2) },
    { ...told, errorType: 'CLIENT_ERROR', errorMessage: 'Two', createdAt: ago(1) },
  ]);
  const errors = async (query: string) =>
    (await read(`${csv.errorLogsCsv.path}?${query}`)).map(({ errorMessage }) => errorMessage);
  expect(await errors('days=7')).toEqual(['Two', 'One', 'Old']);
  expect(await errors('days=1')).toEqual(['Two', 'One']);
  expect(await errors('days=7&type=API_ERROR')).toEqual(['One']);
});

test('reads long lists in batches after the last row, despite concurrent changes', async () => {
  await t.deps.pool.query(
    `INSERT INTO users (id, email, created_at)
     SELECT gen_random_uuid(), n || '@many.example', timestamptz '2025-01-01' + (n / 3) * interval '1 minute'
     FROM generate_series(1, 1203) AS n`,
  );
  const asked = vi.spyOn(t.deps.pool, 'query');
  const rows = await read(`${csv.usersCsv.path}?search=many.example`);
  const sizes = asked.mock.calls.filter(([query]: unknown[]) =>
    /from "users".* limit /s.test((query as { text: string }).text),
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

test('exports hosts with their numbers of apps, and apps on hosts with their rule', async () => {
  const save = (host: string, rule: 'blocked' | 'trusted', note: string) =>
    t.call(saveHost, { params: { host }, body: { rule, note } }, admin);
  await save('swap.example', 'blocked', '=cmd');
  await save('good.swap.example', 'trusted', 'Known');
  const [bad, good] = [
    await t.addApp({ url: 'https://bad.swap.example/' }),
    await t.addApp({ url: 'https://good.swap.example/', title: '+Good' }),
  ];
  expect(await read(`${csv.hostsCsv.path}?search=swap`)).toMatchObject([
    { host: 'swap.example', rule: 'blocked', note: "'=cmd", approvedApps: '2', pendingApps: '0' },
    { host: 'good.swap.example', rule: 'trusted', note: 'Known', approvedApps: '1' },
  ]);
  expect((await read(`${csv.hostsCsv.path}?rule=trusted`)).map(({ host }) => host)).toEqual([
    'good.swap.example',
  ]);
  expect(await read(csv.hostAppsCsv.path)).toMatchObject([
    { id: bad.id, rule: 'blocked', ruleOfHost: 'swap.example', leadsTo: '' },
  ]);
  expect(await read(`${csv.hostAppsCsv.path}?host=swap.example&status=approved`)).toMatchObject([
    { id: good.id, title: "'+Good", rule: 'trusted', ruleOfHost: 'good.swap.example' },
    { id: bad.id },
  ]);
  const waiting = await t.addApp({ url: 'https://waits.swap.example/', status: 'pending' });
  expect(
    (await read(`${csv.hostAppsCsv.path}?host=swap.example&status=pending`)).map(({ id }) => id),
  ).toEqual([waiting.id]);
});

test('reported apps are filtered by open reports', async () => {
  const app = await t.addApp({ title: 'Reported Gong' });
  for (const reason of ['-1', 'Loud'])
    await t.call(reportApp, { body: { appId: app.id, reason } }, await t.person('member'));
  const of = async (status: string) =>
    (await read(`${csv.reportedAppsCsv.path}?status=${status}`)).filter(({ id }) => id === app.id);
  expect(await of('open')).toMatchObject([
    { title: 'Reported Gong', openReports: '2', openReporters: '2', allReports: '2' },
  ]);
  expect((await of('open'))[0]?.['latestReasons']).toMatch(/^('-1; Loud|Loud;' -1)$/);
  await t.call(decideReportedApp, { params: { id: app.id }, body: { decision: 'dismissed' } }, admin);
  expect([await of('open'), (await of('closed')).length, (await of('all')).length]).toEqual([[], 1, 1]);
});

test('exports changed apps, canned reasons and settings with the values of their screens', async () => {
  const maker = await t.person('member');
  const app = await t.addApp({ submittedBy: maker.user?.id ?? null, title: 'Before it' });
  await t.call(editOwnApp, { params: { id: app.id }, body: { title: '=Before it' } }, maker);
  const [changed] = await read(csv.changedAppsCsv.path);
  expect(changed).toMatchObject({ id: app.id, title: "'=Before it" });
  expect(JSON.parse(changed?.['changes'] ?? '')).toEqual([
    { field: 'title', before: 'Before it', after: '=Before it', isWaiting: false },
  ]);
  const words = { label: '@A link', text: 'It leads to another page.', texts: { de: 'Führt weg.' } };
  await t.call(addCannedReason, { body: words }, admin);
  expect(await read(csv.cannedReasonsCsv.path)).toContainEqual({
    id: expect.any(String),
    label: "'@A link",
    text: 'It leads to another page.',
    labels: '{}',
    texts: '{"de":"Führt weg."}',
  });
  // After the versions of the migration.
  t.clock.now = new Date(Date.now() + 60_000);
  await t.call(saveModerationSettings, { body: { ...defaultModeration, reportsToHold: 7 } }, admin);
  const saved = await read(csv.moderationHistoryCsv.path);
  expect(saved.map(({ reportsToHold, isActive }) => [reportsToHold, isActive])).toEqual([
    ['7', 'true'],
    ['3', 'false'],
  ]);
  expect(saved[0]).toMatchObject({ savedByEmail: 'ann@example.org', isHoldingEnabled: 'true' });
  for (const { path } of [csv.weightsHistoryCsv, csv.algorithmHistoryCsv, csv.advertisementHistoryCsv])
    expect(await read(path)).toMatchObject([{ savedByName: '', isActive: 'true' }]);
});

// Last, because its thousand apps slow down other tests.
test('reads host rules and reported apps in batches after the last row', { tags: 'long' }, async () => {
  await t.deps.pool.query(
    `INSERT INTO host_rules (host, host_key, rule)
     SELECT 'h' || n || '.many.example', 'example.many.h' || n || '.', 'blocked' FROM generate_series(1, 1003) AS n`,
  );
  const hosts = (await read(`${csv.hostsCsv.path}?search=many.example`)).map(({ host }) => host);
  expect([hosts.length, new Set(hosts).size]).toEqual([1003, 1003]);
  await t.deps.pool.query(
    `WITH made AS (INSERT INTO apps (id, title, description, url, status) SELECT gen_random_uuid(), 'Many ' || n, 'Does one thing.',
       'https://m' || n || '.example/', 'approved' FROM generate_series(1, 1003) AS n RETURNING id)
     INSERT INTO reports (id, app_id, reported_by, reason) SELECT gen_random_uuid(), made.id, $1, 'Loud' FROM made`,
    [admin.user?.id],
  );
  const groups = (await read(`${csv.reportedAppsCsv.path}?status=open`)).filter(({ title }) =>
    title?.startsWith('Many '),
  );
  expect([groups.length, new Set(groups.map(({ id }) => id)).size]).toEqual([1003, 1003]);
});
