import { randomBytes } from 'node:crypto';
import {
  adminErrorGroups,
  adminErrorLogs,
  type ErrorReport,
  reportError,
  ERROR_DAYS_MAX,
} from '@zapdeck/contract/instance/error-logs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { purgeErrorReports, REPORTS_KEPT } from './error-logs.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';

const report: ErrorReport = {
  errorType: 'CLIENT_ERROR',
  errorMessage: 'x is not a function',
  additionalData: { card: 4, nested: { list: [1, null, 'two'] } },
  url: 'http://localhost:3000/home',
  userAgent: 'A browser',
};

const TOKEN = randomBytes(32).toString('base64url');

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

test('stores errors of visitors and members, and deletes them after 30 days', async () => {
  const member = await t.person('member');
  expect((await t.call(reportError, { body: report })).status).toBe(204);
  expect((await t.call(reportError, { body: { ...report, stackTrace: 'at swipe' } }, member)).status).toBe(
    204,
  );
  const stored = await t.deps.db.select().from(errorLogs).orderBy(errorLogs.id);
  expect(stored.map(({ userId }) => userId)).toEqual([null, member.user?.id]);
  expect(stored[0]).toMatchObject({ additionalData: report.additionalData, url: report.url });

  await purgeErrorReports(t.deps.db, new Date(t.clock.now.getTime() + 29 * 86_400_000), ERROR_DAYS_MAX);
  expect(await t.deps.db.select().from(errorLogs)).toHaveLength(2);
  await purgeErrorReports(t.deps.db, new Date(t.clock.now.getTime() + 30 * 86_400_000), ERROR_DAYS_MAX);
  expect(await t.deps.db.select().from(errorLogs)).toHaveLength(0);
});

test.each([
  ['http://localhost:3000/reset-password#token=s3cret', 'http://localhost:3000/reset-password'],
  ['http://localhost:3000/home?app=1&tab=2#s3cret', 'http://localhost:3000/home?app=1&tab=2'],
  [
    'http://localhost:3000/login?error=failed&returnTo=/x%23token=s3cret',
    'http://localhost:3000/login?error=failed',
  ],
  ['/api/auth/google/callback?code=s3cret&state=s3cret', '/api/auth/google/callback'],
  ['http://localhost:3000/x?%74oken=s3cret&TOKEN=s3cret', 'http://localhost:3000/x'],
  ['https://me:s3cret@localhost/x?q=a@b', 'https://localhost/x?q=a@b'],
  ['not an address', 'not an address'],
  [`http://localhost:3000/unsubscribe/weekly/${TOKEN}`, 'http://localhost:3000/unsubscribe/weekly/…'],
  ['/unsubscribe/milestones/s3cret?from=mail', '/unsubscribe/milestones/…?from=mail'],
  [`/m/someone?ref=${TOKEN}`, '/m/someone?ref=…'],
])('stores the address %s as %s', async (url, kept) => {
  await t.call(reportError, { body: { ...report, url } });
  const stored = await t.deps.db.select().from(errorLogs);
  expect(stored.map((row) => row.url)).toEqual([kept]);
  await t.deps.db.delete(errorLogs);
});

test('removes tokens from paths, cookies and data of a report', async () => {
  const stackTrace = `Error: x\n    at https://zapdeck.example/unsubscribe/weekly/${TOKEN}:1:2`;
  const additionalData = {
    text: `Cookies:\n${TOKEN}`,
    nested: [{ passwordToken: 's3cret', Password: 's3cret', attempts: 2, code: 'internal' }],
  };
  await t.call(reportError, {
    body: { ...report, errorMessage: `No answer to ${TOKEN}`, stackTrace, additionalData },
  });
  const [stored] = await t.deps.db.select().from(errorLogs);
  expect(stored).toMatchObject({
    errorMessage: 'No answer to …',
    stackTrace: 'Error: x\n    at https://zapdeck.example/unsubscribe/weekly/…:1:2',
    additionalData: {
      text: 'Cookies:\n…',
      nested: [{ passwordToken: '…', Password: '…', attempts: 2, code: 'internal' }],
    },
  });
  await t.deps.db.delete(errorLogs);
});

test('removes only the tokens from messages, stack traces and data', async () => {
  await t.deps.db.delete(errorLogs);
  const link = 'http://localhost:3000/verify-email#token=s3cret';
  const errorMessage = `Cannot load ${link}`;
  const stackTrace = `Error: x\n    at load (${link}:1:2)\n    at http://a.example/b.js?v=3&code=s3cret:4:5`;
  const additionalData = { at: [{ link }], 'path\\"': 'C:\\new?key=s3cret\\"', count: 3 };
  await t.call(reportError, { body: { ...report, errorMessage, stackTrace, additionalData } });
  const [stored] = await t.deps.db.select().from(errorLogs);
  expect(JSON.stringify(stored)).not.toContain('s3cret');
  expect(stored).toMatchObject({
    errorMessage: 'Cannot load http://localhost:3000/verify-email#token=…',
    additionalData: {
      at: [{ link: 'http://localhost:3000/verify-email#token=…' }],
      'path\\"': 'C:\\new?key=…\\"',
      count: 3,
    },
  });
  expect(stored?.stackTrace).toContain('http://a.example/b.js?v=3&code=…');
  await t.deps.db.delete(errorLogs);
});

test.each([
  ['a Windows path', { path: 'C:\\users\\u0000\\udeed' }, 204],
  ['a nested NUL', { list: [{ text: 'a\0' }] }, 400],
  ['half a surrogate pair', { text: 'a\ud800' }, 400],
  ['NUL in a key', { nested: { 'a\0': 1 } }, 400],
])('stores or rejects data with %s', async (_what, additionalData, status) => {
  expect((await t.call(reportError, { body: { ...report, additionalData } })).status).toBe(status);
  await t.deps.db.delete(errorLogs);
});

test('limits reports of a client, also across guest sessions', async () => {
  const limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  try {
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1) {
      const guest = await limited.person('guest');
      statuses.push((await limited.call(reportError, { body: report }, guest)).status);
    }
    expect(statuses.slice(0, 10).every((status) => status === 204)).toBe(true);
    expect(statuses[10]).toBe(429);
    expect((await limited.call(reportError, { body: report }, await limited.person('member'))).status).toBe(
      204,
    );
  } finally {
    await limited.close();
  }
});

test('limits reports of many networks together', { tags: 'long' }, async () => {
  const limited = await openTestApp({
    env: { TRUSTED_PROXIES: '127.0.0.1' },
    rateLimits: ({ pool }) => databaseRateLimits(pool),
  });
  try {
    const statuses: number[] = [];
    for (let sent = 0; sent < 301; sent += 1) {
      const headers = { 'x-forwarded-for': `198.51.${sent % 100}.7` };
      statuses.push((await limited.call(reportError, { body: report }, undefined, headers)).status);
    }
    expect(new Set(statuses.slice(0, 300))).toEqual(new Set([204]));
    expect(statuses[300]).toBe(429);
    expect(await limited.deps.db.$count(errorLogs)).toBe(300);
  } finally {
    await limited.close();
  }
});

test('deletes the oldest reports beyond the maximum', async () => {
  const full = await openTestApp();
  try {
    await full.deps.pool.query(
      `INSERT INTO error_logs (id, error_type, error_message, created_at)
       SELECT gen_random_uuid(), 'CLIENT_ERROR', n::text, now() - n * interval '1 second'
       FROM generate_series(1, ${REPORTS_KEPT + 3}) AS n`,
    );
    await purgeErrorReports(full.deps.db, full.clock.now, ERROR_DAYS_MAX);
    const { rows } = await full.deps.pool.query(
      'SELECT count(*)::int, max(error_message::int) AS oldest FROM error_logs',
    );
    expect(rows).toEqual([{ count: REPORTS_KEPT, oldest: REPORTS_KEPT }]);
    await purgeErrorReports(full.deps.db, full.clock.now, ERROR_DAYS_MAX);
    expect(await full.deps.db.$count(errorLogs)).toBe(REPORTS_KEPT);
  } finally {
    await full.close();
  }
});

test('lists reports for admins, newest first, in pages', async () => {
  const admin = await t.person('admin');
  for (let sent = 0; sent < 2; sent += 1) await t.call(reportError, { body: report });
  t.clock.advance(1_000);
  await t.call(reportError, { body: { errorType: 'API_ERROR', errorMessage: 'the last' } }, admin);
  const { body, headers } = await t.call(adminErrorLogs, { query: { limit: '2' } }, admin);
  expect(body).toHaveLength(2);
  expect(body[0]).toMatchObject({
    errorType: 'API_ERROR',
    errorMessage: 'the last',
    userId: admin.user?.id,
    stackTrace: null,
    additionalData: null,
    createdAt: t.clock.now.toISOString(),
  });
  expect(body[1]).toMatchObject({ additionalData: report.additionalData });
  expect(Number(headers['x-total-count'])).toBeGreaterThan(2);
});

test('groups equal errors, most frequent first, with the newest report', async () => {
  const fresh = await openTestApp();
  try {
    const tell = async (
      errorMessage: string,
      as?: Person,
      errorType: ErrorReport['errorType'] = 'CLIENT_ERROR',
    ) => {
      fresh.clock.advance(1_000);
      await fresh.call(reportError, { body: { ...report, errorType, errorMessage } }, as);
      return fresh.clock.now.toISOString();
    };
    await tell('too old');
    fresh.clock.advance(2 * 86_400_000);
    const [one, two] = [await fresh.person('member'), await fresh.person('member')];
    const firstAt = await tell('often', one);
    await tell('once', two);
    await tell('often', one);
    await tell('once', two, 'API_ERROR');
    const lastAt = await tell('often', two);
    const admin = await fresh.person('admin');
    const groups = async (query: Record<string, string>) => {
      const { body, headers } = await fresh.call(adminErrorGroups, { query }, admin);
      const rows = body.map(({ errorType, errorMessage, count }) => [errorType, errorMessage, count]);
      return { body, rows, total: Number(headers['x-total-count']) };
    };
    const found = await groups({ days: '1' });
    expect(found.rows).toEqual([
      ['CLIENT_ERROR', 'often', 3],
      ['API_ERROR', 'once', 1],
      ['CLIENT_ERROR', 'once', 1],
    ]);
    expect(found.body[0]).toMatchObject({
      people: 2,
      firstAt,
      lastAt,
      latest: { createdAt: lastAt, userId: two.user?.id },
    });
    expect(found.total).toBe(3);
    expect((await groups({ days: '3' })).total).toBe(4);
    expect((await groups({ days: '1', type: 'API_ERROR' })).rows).toEqual([['API_ERROR', 'once', 1]]);
    expect(await groups({ days: '1', limit: '1', offset: '1' })).toMatchObject({
      rows: [['API_ERROR', 'once', 1]],
      total: 3,
    });
  } finally {
    await fresh.close();
  }
});
