import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { castVote } from '@zapdeck/contract/feed/votes';
import { VERSION } from '../db/version.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

const TOKEN = 'only-prometheus-knows-it';
const HTTPS = 'https://zaps.example.org';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const others: TestApp[] = [];
afterEach(async () => {
  for (const app of others.splice(0)) await app.close();
});

const scrape = (app: TestApp, options: InjectOptions = {}) =>
  app.app.inject({ method: 'GET', url: '/metrics', ...options });

/** Returns the value of one line, such as `zapdeck_jobs{queue="account-mails",state="ready"}`. */
function valueOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

describe('access to /metrics', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const forwarded = { 'x-forwarded-for': '127.0.0.1' };
  const proxied = { TRUSTED_PROXIES: '127.0.0.1,203.0.113.7' };
  const withToken = { METRICS_TOKEN: TOKEN };

  test.each([
    ['this machine', {}, '127.0.0.1', {}, true],
    ['this machine, over IPv6', {}, '::1', {}, true],
    ['this machine, over IPv4 in IPv6', {}, '::ffff:127.0.0.1', {}, true],
    ['a host of the local network', {}, '192.168.1.7', {}, false],
    ['a remote host', {}, '203.0.113.9', {}, false],
    ['a remote host that claims to be this machine', {}, '203.0.113.9', forwarded, false],
    ['an unconfigured proxy on this machine', {}, '127.0.0.1', forwarded, false],
    ['an unconfigured proxy that sends Via', {}, '127.0.0.1', { via: '1.1 nginx' }, false],
    ['a local proxy for https that sends no header', { PUBLIC_URL: HTTPS }, '127.0.0.1', {}, false],
    ['a configured proxy that sends no header', proxied, '127.0.0.1', {}, false],
    ['a configured proxy that forwards this machine', proxied, '203.0.113.7', forwarded, false],
    ['a configured proxy that forwards a remote host', proxied, '127.0.0.1', forwarded, false],
    ['the token, from anywhere', withToken, '203.0.113.9', bearer(TOKEN), true],
    [
      'the token, through a proxy',
      { ...withToken, ...proxied },
      '127.0.0.1',
      { ...bearer(TOKEN), ...forwarded },
      true,
    ],
    ['another token', withToken, '203.0.113.9', bearer(`${TOKEN}x`), false],
    ['the token in another scheme', withToken, '203.0.113.9', { authorization: `Basic ${TOKEN}` }, false],
    ['no token although one is configured', withToken, '203.0.113.9', {}, false],
    ['a token although none is configured', {}, '203.0.113.9', bearer('undefined'), false],
  ])('allows or denies %s', async (_client, env, remoteAddress, headers, isAllowed) => {
    const app = await openTestApp({ env, database: t.database });
    others.push(app);
    const { statusCode, body } = await scrape(app, { remoteAddress, headers });
    expect(statusCode).toBe(isAllowed ? 200 : 403);
    expect(body.includes('http_requests_total')).toBe(isAllowed);
    if (!isAllowed) expect(JSON.parse(body)).toMatchObject({ code: 'forbidden' });
  });
});

test('count requests by route template, and cover pool, jobs, event loop and process', async () => {
  const member = await t.person('member');
  const [{ id: appId }, before] = [await t.addApp(), (await scrape(t)).body];
  await t.call(castVote, { body: { appId, voteType: 'up' } }, member);
  await t.call(castVote, { body: { appId, voteType: 'up' } });
  for (const path of ['/api/nothing', `/api/apps/${appId}/nothing`, '/wp-login.php']) {
    await t.app.inject({ method: 'GET', url: path });
  }
  await t.app.inject({ method: 'PATCH', url: `/api/admin/apps/${appId}`, payload: {} });
  const { body, headers } = await scrape(t);

  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  const votes = 'method="POST",route="/api/votes"';
  const increase = (name: string) => (valueOf(body, name) ?? 0) - (valueOf(before, name) ?? 0);
  expect(increase(`http_requests_total{${votes},status="200"}`)).toBe(1);
  expect(increase(`http_requests_total{${votes},status="401"}`)).toBe(1);
  expect(increase('http_requests_total{method="GET",route="none",status="404"}')).toBe(3);
  expect(increase(`http_request_duration_seconds_count{${votes}}`)).toBe(2);
  expect(increase(`http_request_duration_seconds_bucket{le="+Inf",${votes}}`)).toBe(2);
  expect(body).toContain('route="/api/admin/apps/:id"');
  expect(body).not.toContain(appId);
  expect(body).not.toContain('wp-login');
  expect(valueOf(body, `zapdeck_info{version="${VERSION}"}`)).toBe(1);
  expect(valueOf(body, 'zapdeck_db_up')).toBe(1);
  expect(valueOf(body, 'zapdeck_jobs{queue="account-mails",state="ready"}')).toBe(0);
  const failures = 'zapdeck_job_failures_total{queue="account-mails"';
  expect(valueOf(body, `${failures},outcome="retried"}`)).toBe(0);
  expect(valueOf(body, `${failures},outcome="given_up"}`)).toBe(0);
  expect(valueOf(body, 'zapdeck_db_pool_connections')).toBeGreaterThan(0);
  for (const name of [
    'zapdeck_db_pool_idle',
    'zapdeck_db_pool_lost',
    'zapdeck_db_pool_waiting',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect(valueOf(body, name), name).toBeDefined();
});

test('are served without the database, but without job counts', async () => {
  const app = await openTestApp();
  await scrape(app);
  await app.deps.pool.query('ALTER SCHEMA jobs RENAME TO away');
  const { statusCode, body } = await scrape(app);
  await app.deps.pool.query('ALTER SCHEMA away RENAME TO jobs');
  others.push(app);
  expect(statusCode).toBe(200);
  expect(valueOf(body, 'zapdeck_db_up')).toBe(0);
  expect(body).not.toContain('zapdeck_jobs{');
});
