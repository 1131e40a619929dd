import { previewApp } from '@zapdeck/contract/apps/app-preview';
import { submitApp } from '@zapdeck/contract/apps/apps';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../../http/rate-limit.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

const PREVIEWS_ALLOWED = 60;

let net: SmallInternet;
let t: TestApp;
let member: Person;
let headers: Record<string, string>;
let html: string;

beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
  net.names.set('private.example.com', [{ type: 'A', data: '10.0.0.1' }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(html);
  });
  t = await openTestApp({
    fetchPublic: net.fetchWith(),
    env: { PUBLIC_URL: 'http://zaps.example.org' },
    rateLimits: ({ pool }) => databaseRateLimits(pool),
  });
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  member = await t.person('member');
  headers = {};
  html =
    '<html lang=de-AT><title>Tea &amp; Timer</title><meta name=description content="Steeps."><meta property=og:image content=/i.png>';
});
afterEach(() => expect(net.canary.touched()).toBe(0));

const preview = (url: string, as = member) => t.call(previewApp, { query: { url } }, as);

describe('GET /api/apps/preview', () => {
  test('returns the description and language of the page, and that it can be framed', async () => {
    const { status, body } = await preview('HTTP://Page.Example.com#');
    expect(status).toBe(200);
    expect(body).toEqual({
      url: 'http://page.example.com/',
      title: 'Tea & Timer',
      description: 'Steeps.',
      picture: null,
      language: 'de',
      frameStatus: 'ok',
      alreadySubmitted: null,
    });
  });

  test('describes a page that refuses framing', async () => {
    headers = { 'x-frame-options': 'DENY' };
    expect((await preview('http://page.example.com/')).body).toMatchObject({
      title: 'Tea & Timer',
      frameStatus: 'refused',
    });
  });

  test('finds an app with another spelling of the address', async () => {
    await t.addApp({ status: 'rejected', url: 'https://www.page.example.com/spelled/' });
    const { body } = await preview('http://page.example.com/spelled?utm_source=a#b');
    expect(body.alreadySubmitted).toBe('rejected');
  });

  test.each(['pending', 'approved', 'rejected'] as const)(
    'finds a %s app with the address',
    async (status) => {
      const { url } = await t.addApp({ status, url: `http://page.example.com/${status}` });
      expect((await preview(url)).body.alreadySubmitted).toBe(status);
    },
  );

  test('returns the same for a private page, an unknown name and a dead host, to reveal nothing of the network', async () => {
    const responses = [];
    for (const host of ['private.example.com', 'missing.example.com', '1.1.1.1']) {
      const { status, body } = await preview(`http://${host}/`);
      responses.push({ status, ...body, url: null });
    }
    expect(responses[0]).toMatchObject({ status: 200, frameStatus: 'unreachable', title: null });
    expect(responses[1]).toEqual(responses[0]);
    expect(responses[2]).toEqual(responses[0]);
  });

  test.each([
    'not a url',
    'http://127.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://metadata.internal/',
    'http://page.example.com:6379/',
    'http://zaps.example.org/',
    'file:///etc/passwd',
    '',
    ' ',
    'http://page.example.com/\0',
  ])('rejects %j like a submission', async (url) => {
    const { status, error } = await preview(url);
    expect(status).toBe(400);
    expect(error.code).toBe('invalid_input');
    expect(error.fields).toHaveProperty('url');
  });

  test('returns unknown if the page cannot be fetched now', async () => {
    const busy = await openTestApp({ fetchPublic: async () => ({ page: null, failure: 'busy' }) });
    const { body } = await busy.call(
      previewApp,
      { query: { url: 'http://page.example.com/' } },
      await busy.person('member'),
    );
    await busy.close();
    expect(body.frameStatus).toBe('unknown');
  });

  test('stores nothing, and returns an address that can be submitted', async () => {
    const { body } = await preview('http://page.example.com/form');
    expect(await t.deps.pool.query('SELECT 1 FROM apps WHERE url = $1', [body.url])).toMatchObject({
      rowCount: 0,
    });
    const form = { title: body.title ?? '', description: body.description ?? '', url: body.url };
    const { status } = await t.call(submitApp, { body: { ...form, category: 'Utilities' } }, member);
    await t.deps.background.idle();
    expect(status).toBe(201);
  });

  test(`allows each member ${PREVIEWS_ALLOWED} requests in ten minutes`, async () => {
    const calls = await Promise.all(
      Array.from({ length: PREVIEWS_ALLOWED + 1 }, () => preview('http://127.0.0.1/')),
    );
    expect(calls.filter(({ status }) => status === 400)).toHaveLength(PREVIEWS_ALLOWED);
    const refused = calls.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await preview('http://page.example.com/', await t.person('member'))).status).toBe(200);
  });
});
