import { type Route, statusesOf } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { Validator } from '@seriousme/openapi-schema-validator';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handledRoutes } from '../../http/contract-route.ts';
import { defaultLimits, type Limit } from '../../http/rate-limit.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { documentPath } from './api-document.ts';
import type { ApiDocument } from './openapi.ts';

let t: TestApp;
let document: ApiDocument;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' } });
  document = (await t.app.inject('/api/openapi.json')).json();
});
afterAll(() => t.close());

const operationOf = (route: Route) => document.paths[documentPath(route.path)]?.[route.method.toLowerCase()];

test('document is valid OpenAPI 3.1, and all references resolve', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document) as never)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const named = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
  const names = new Set([...named].map(([, name]) => name));
  expect(names.size).toBeGreaterThan(20);
  for (const name of names) expect.soft(document.components.schemas).toHaveProperty(name ?? '');
});

test('validator rejects an invalid document', async () => {
  const spoilt = structuredClone(document) as unknown as { paths: Record<string, unknown> };
  spoilt.paths['/api/votes'] = { post: { responses: { ok: 1 } } };
  expect((await new Validator().validate(spoilt as never)).valid).toBe(false);
});

test('document has each endpoint of the contract once', () => {
  const named = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(named.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test.each(Object.entries<Route>(routes))(
  'document describes statuses, body and access of %s',
  (_name, route) => {
    const operation = operationOf(route);
    expect(
      Object.keys(operation?.responses ?? {})
        .map(Number)
        .toSorted(),
    ).toEqual([...statusesOf(route)].toSorted());
    expect(operation?.requestBody !== undefined).toBe(
      route.body !== undefined || route.encoding === 'multipart' || route.encoding === 'picture',
    );
    const token = route.scope === undefined ? [] : [{ token: [route.scope] }];
    expect(operation?.security).toEqual(route.access === 'public' ? [] : [{ session: [] }, ...token]);
    expect(operation?.summary).toMatch(/^[A-Z].{5,80}[^.]$/);
  },
);

test('document describes paging, idempotency keys, the cookie and common errors', () => {
  for (const status of [304, 408, 417, 431]) expect(document.info.description).toContain(String(status));
  const list = operationOf(routes.adminApps);
  expect(list?.responses['200']?.headers).toHaveProperty('x-total-count');
  const settings = operationOf(routes.saveAlgorithmParams)?.responses;
  expect(settings?.['200']?.headers).toHaveProperty('x-settings-version');
  expect(settings).toHaveProperty('409');
  expect(list?.parameters?.map(({ name }) => name)).toEqual([
    'limit',
    'offset',
    'search',
    'status',
    'reach',
    'language',
    'sort',
  ]);
  expect(operationOf(routes.castVote)?.parameters).toMatchObject([{ name: 'idempotency-key', in: 'header' }]);
  expect(operationOf(routes.castVote)?.responses['429']?.headers).toHaveProperty('retry-after');
  expect(document.components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: '__Host-sid' },
    token: { type: 'http', scheme: 'bearer' },
  });
  expect(document.info.description).toContain('Authorization: Bearer zap_');
  expect(document.servers).toEqual([{ url: 'https://zaps.example.org' }]);
});

test.each(['/api/openapi.json', '/api/docs', '/api/docs/style.css'])(
  '%s is built once per encoding',
  async (url) => {
    const ask = (headers: Record<string, string>) => t.app.inject({ url, headers });
    const plain = await ask({});
    const forms = [
      plain,
      await ask({ 'accept-encoding': 'gzip' }),
      await ask({ 'accept-encoding': 'gzip, br' }),
    ];
    expect(forms.map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(forms[1]?.rawPayload ?? '').equals(plain.rawPayload)).toBe(true);
    expect(brotliDecompressSync(forms[2]?.rawPayload ?? '').equals(plain.rawPayload)).toBe(true);
    const { etag, vary } = plain.headers;
    for (const { headers } of forms)
      expect(headers).toMatchObject({ etag, vary, 'cache-control': 'no-cache' });
    expect(vary).toBe('accept-encoding');
    const known = await ask({ 'if-none-match': String(etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(known.headers).toMatchObject({ etag, vary, 'cache-control': 'no-cache' });
  },
);

test('page lists the limits in force, without those that are the default', async () => {
  const { body: page } = await t.app.inject('/api/docs');
  const section = page.slice(page.indexOf('<section id="limits">'), page.indexOf('<section id="schemas">'));
  const rows = [...section.matchAll(/<tr><th scope="row"><a href="#(\w+)">.*?<\/th>(.*?)<\/tr>/g)];
  const listed = rows.map(([, name, cells = '']) => [name, ...cells.split(/<\/?td>/).filter(Boolean)]);
  const wanted = Object.entries<Route>(routes).flatMap(([name, route]) => {
    const limit = handledRoutes(t.app).get(route);
    if (!limit || Object.values<Limit>(defaultLimits).includes(limit)) return [];
    const { calls, seconds, perNode } = limit;
    return [
      [
        name,
        calls,
        `${seconds} s`,
        route.access === 'public' ? 'network' : 'person',
        perNode ? 'node' : 'all',
      ],
    ];
  });
  expect(wanted.length).toBeGreaterThan(15);
  expect(listed).toEqual(wanted.map((row) => row.map(String)));
  expect(section).toContain(`${defaultLimits.read.calls} reads or ${defaultLimits.write.calls} writes`);
});

test('page shows every endpoint, needs no script and no inline style, and has no broken links', async () => {
  const { body: page, headers, statusCode } = await t.app.inject('/api/docs');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  for (const [name, { summary }] of Object.entries<Route>(routes)) {
    expect.soft(page).toContain(`id="${name}"`);
    expect.soft(page).toContain(summary);
  }
  expect(page).not.toMatch(/<script|\sstyle=|<style|\son\w+=/);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const anchors = [...page.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor);
  expect(anchors.length).toBeGreaterThan(200);
  expect(anchors.filter((anchor) => !ids.has(anchor))).toEqual([]);
  for (const [, path] of page.matchAll(/(?:href|src)="(\/api[^"]+)"/g)) {
    expect.soft((await t.app.inject(path ?? '')).statusCode, path).toBe(200);
  }
});
