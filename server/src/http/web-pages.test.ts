import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import { FIRST_CARD_PLACEHOLDER } from '@zapdeck/contract/screens';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProtected } from '../testing/expect-protected.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { filesOfFeed } from './built-file.ts';
import { installErrorHandler } from './error-handler.ts';
import { installHeaders, protectingHeaders } from './headers.ts';
import { Markup } from './html.ts';
import { serveWeb } from './web-files.ts';

/** What the build leaves behind, in small. */
const built = {
  'index.html': '<title>shell</title><meta name="sign-in-provider" content="%PLATFORM_NAME%">',
  '.pages/landing.html': '<title>landing</title><link rel="canonical" href="%PUBLIC_URL%/"><p>%PART%</p>',
  '.pages/about.html': '<title>about</title>',
  '.pages/login.html': '<title>login</title><button>%PLATFORM_NAME%</button><p>%WAYS_IN%</p>',
  '.pages/feed.html': `<title>feed</title><link rel="modulepreload" href="/assets/feed-abc.js"><link rel="stylesheet" href="/assets/feed-abc.css"><link rel="preload" as="fetch" href="/api/apps">${FIRST_CARD_PLACEHOLDER}<p>%PART%</p>`,
  '.vite/manifest.json': '{}',
  'before-paint.js': 'dark()',
  'icon-192.png': 'icon',
  'robots.txt': '',
  'service-worker.js': 'work()',
  'self-destroying-worker.js': 'go()',
  'assets/index-abc.js': 'go()',
  'assets/index-abc.js.br': brotliCompressSync('go()'),
};

const APP_ID = '0b0e7f4e-9c0a-4b5e-8d52-3a4f0f9d3c11';

let readPart = (): string => '';
let folder: TemporaryFolder;
let app: FastifyInstance;

async function serve({ hasServiceWorker }: { hasServiceWorker: boolean }): Promise<FastifyInstance> {
  const server = Fastify();
  installErrorHandler(server);
  installHeaders(server, protectingHeaders(true));
  await server.register(cookie);
  await serveWeb(server, {
    folder: folder.path,
    values: {
      publicUrl: 'https://zaps.example.org',
      platformName: 'R&D "<$&>"',
      providers: { google: undefined, platform: {} },
    },
    parts: [{ places: ['%PART%'], seconds: 0, read: async () => [readPart()] }],
    firstCard: async (query) =>
      (query as { app?: string }).app === '7' ? new Markup('<p>$& Seven</p>') : undefined,
    cookiesPage: new Markup('<title>cookies</title>'),
    cookieName: '__Host-sid',
    hasServiceWorker,
  });
  return server;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [path, content] of Object.entries(built)) {
    await mkdir(join(folder.path, path, '..'), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
  app = await serve({ hasServiceWorker: true });
});
afterAll(async () => {
  await app.close();
  await folder.remove();
});

const ask = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('which page answers', () => {
  test.each([
    ['/', undefined, 'landing'],
    ['/?utm_source=friend', undefined, 'landing'],
    ['/landing', undefined, 'landing'],
    ['/about', undefined, 'about'],
    ['/login?returnTo=%2Fsubmit', undefined, 'login'],
    ['/', 'theme=dark', 'landing'],
    ['/', '__Host-sid=anything', 'feed'],
    ['/home?app=7', '__Host-sid=anything', 'feed'],
    ['/landing', '__Host-sid=anything', 'shell'],
    ['/about', '__Host-sid=anything', 'shell'],
    ['/login', '__Host-sid=anything', 'shell'],
    ['/submit?url=x', undefined, 'shell'],
    ['/nowhere', undefined, 'shell'],
    ['/apiary', undefined, 'shell'],
  ])('%s with the cookie %s: %s', async (url, sent, title) => {
    const response = await ask(url, sent === undefined ? {} : { cookie: sent });
    expect(response.statusCode).toBe(200);
    expect(titleOf(response.body)).toBe(title);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'cookie, accept-encoding',
    });
  });

  test.each([
    ['/home', '/landing'],
    ['/home?app=nonsense', '/landing'],
    ['/home?app=//evil.example', '/landing'],
    [`/home?app=${APP_ID}`, `/a/${APP_ID}`],
  ])('%s sends a visitor to %s', async (url, location) => {
    const { statusCode, headers } = await ask(url);
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([302, location, 'no-cache']);
    expect(headers['vary']).toContain('cookie');
  });

  test('a browser that comes without the cookie it was just given is told why it sees no feed', async () => {
    const { statusCode, body } = await ask(`/home?app=${APP_ID}&started=1`);
    expect([statusCode, titleOf(body)]).toEqual([200, 'cookies']);
  });

  test('an address with a dot is a screen for whoever types it, and no file for a page that misses one', async () => {
    const typed = await ask('/foo.bar', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([typed.statusCode, titleOf(typed.body)]).toEqual([200, 'shell']);
    expect((await ask('/foo.bar', { accept: '*/*' })).statusCode).toBe(404);
    expect((await ask('/assets/gone.js', { accept: 'text/html' })).statusCode).toBe(404);
  });

  test.each(['/', '/submit'])('%s can be asked for its head alone, and takes nothing else', async (url) => {
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const posted = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'text/nonsense' },
      payload: 'nonsense',
    });
    expect([posted.statusCode, posted.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test('a page carries the address that people type', async () => {
    expect((await ask('/')).body).toContain('href="https://zaps.example.org/"');
  });

  test("a page carries the name of the operator's provider, which its button has from the start", async () => {
    const name = 'R&amp;D &quot;&lt;$&amp;&gt;&quot;';
    expect((await ask('/login')).body).toContain(`<button>${name}</button><p>more</p>`);
    expect((await ask('/submit')).body).toContain(`content="${name}"`);
  });

  test('a page follows what changes while the server runs, and keeps it while it cannot be read', async () => {
    readPart = () => '<b>$& Maze</b>';
    await ask('/');
    const changed = await ask('/');
    expect(changed.body).toContain('<p><b>$& Maze</b></p>');
    readPart = () => {
      throw new Error('away');
    };
    await ask('/');
    const kept = await ask('/');
    expect([kept.body, kept.headers['etag']]).toEqual([changed.body, changed.headers['etag']]);
  });

  test("the feed's page carries the card that its address names, for whoever may be signed in", async () => {
    const signedIn = { cookie: '__Host-sid=anything' };
    const page = await ask('/home?app=7', signedIn);
    expect(page.body).toContain('href="/api/apps"><p>$& Seven</p><p>');
    expect(page.body).not.toContain('%PART%');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'cookie, accept-encoding' });
    for (const url of ['/home', '/home?app=8'])
      expect.soft((await ask(url, signedIn)).body).toContain(FIRST_CARD_PLACEHOLDER);
    for (const [url, headers] of [
      ['/?app=7', {}],
      ['/landing?app=7', signedIn],
    ] as const)
      expect.soft((await ask(url, headers)).body).not.toContain('Seven');
  });

  test('a page that the browser has is not sent again, and never in place of another', async () => {
    const etag = String((await ask('/')).headers['etag']);
    const again = await ask('/', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const signedIn = await ask('/', { 'if-none-match': etag, cookie: '__Host-sid=anything' });
    expect(titleOf(signedIn.body)).toBe('feed');
  });
});

test('the files that the feed begins with are known to pages that lead there', async () => {
  expect(await filesOfFeed(folder.path)).toEqual(['/assets/feed-abc.js', '/assets/feed-abc.css']);
  expect(await filesOfFeed(undefined)).toEqual([]);
});

test.each([
  ['a page', '/', {}, 200, true],
  ['a page that the browser has', '/', { 'if-none-match': 'its tag' }, 304, true],
  ['a screen', '/submit', {}, 200, true],
  ["the feed's page with a card", '/home?app=7', { cookie: '__Host-sid=anything' }, 200, true],
  ['a script', '/assets/index-abc.js', {}, 200, false],
  ['a script made small', '/assets/index-abc.js', { 'accept-encoding': 'br' }, 200, false],
  ['the worker', '/service-worker.js', {}, 200, false],
  ['a file that is gone', '/assets/gone.js', {}, 404, false],
  ['a path out of the folder', '/..%2fpackage.json', {}, 404, false],
])('%s protects itself', async (_what, url, headers, status, framesApps) => {
  const sent =
    'if-none-match' in headers ? { 'if-none-match': String((await ask(url)).headers['etag']) } : headers;
  const response = await ask(url, sent);
  expect(response.statusCode).toBe(status);
  expectProtected(response.headers, { isSecure: true, framesApps });
});

test('pictures that mails show may be embedded by webmail of another origin, other files may not', async () => {
  const policyOf = async (url: string) => (await ask(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/icon-192.png')).toBe('cross-origin');
  expect(await policyOf('/before-paint.js')).toBe('same-origin');
});

test.each([
  ['a part that there is not', { range: 'bytes=9999-' }, 416],
  ['a file that it is no more', { 'if-match': '"another"' }, 412],
  ['a file unchanged for years', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 412],
])('%s is refused in the shape of all refusals', async (_what, headers: Record<string, string>, status) => {
  const response = await ask('/before-paint.js', headers);
  expect(response.statusCode).toBe(status);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(response.json()).toEqual({
    code: status === 416 ? 'range_not_satisfiable' : 'precondition_failed',
    message: expect.any(String),
    requestId: response.headers['x-request-id'],
  });
});

describe.each([
  ['a page', '/landing'],
  ['a screen', '/submit'],
  ['a file', '/before-paint.js'],
  ['a file made small', '/assets/index-abc.js'],
])('%s that the browser has', (_what, url) => {
  test('is known by its tag, weak or strong, alone or in a list, or by any at all', async () => {
    const plain = await ask(url, { 'accept-encoding': 'br' });
    const { etag, vary } = plain.headers;
    expect(String(etag)).toMatch(/^W\/"[^"]+"$/);
    const opaque = String(etag).slice(2);
    for (const known of [etag, opaque, `"a,b", ${etag}`, `W/"x",${opaque} , "y"`, '*']) {
      const { statusCode, body, headers } = await ask(url, {
        'accept-encoding': 'br',
        'if-none-match': String(known),
      });
      expect.soft([known, statusCode, body]).toEqual([known, 304, '']);
      expect.soft(headers).toMatchObject({ etag, vary, 'cache-control': plain.headers['cache-control'] });
    }
    for (const other of ['"x"', opaque.slice(1, -1), `"x${opaque}`, '']) {
      expect.soft([other, (await ask(url, { 'if-none-match': other })).statusCode]).toEqual([other, 200]);
    }
  });

  test('says what it depends on, in every form', async () => {
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0', ''])
      expect
        .soft(String((await ask(url, { 'accept-encoding': encoding })).headers['vary']).toLowerCase())
        .toContain('accept-encoding');
  });
});

describe('files', () => {
  test('under /assets they are kept for good and come as small as the build made them', async () => {
    const response = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.rawPayload).toEqual(built['assets/index-abc.js.br']);
    expect((await ask('/assets/index-abc.js')).body).toBe('go()');
  });

  test('others are asked for anew', async () => {
    expect((await ask('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  test('what every page runs before it is painted need not be asked for again on the next page', async () => {
    expect((await ask('/before-paint.js')).headers['cache-control']).toBe(
      'public, max-age=600, stale-while-revalidate=86400',
    );
  });

  test('the worker is asked for anew, and goes when there is to be none', async () => {
    const worker = await ask('/service-worker.js');
    expect([worker.body, worker.headers['cache-control']]).toEqual(['work()', 'no-cache']);
    const without = await serve({ hasServiceWorker: false });
    const last = await without.inject('/service-worker.js');
    expect([last.body, last.headers['cache-control']]).toEqual(['go()', 'no-cache']);
    expect(last.headers['content-type']).toContain('javascript');
    await without.close();
  });

  test.each(['/.pages/landing.html', '/.vite/manifest.json', '/assets/gone.js', '/api/nothing'])(
    '%s is not there',
    async (url) => {
      const response = await ask(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    },
  );
});
