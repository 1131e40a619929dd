import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import { FIRST_CARD_PLACEHOLDER } from '@zapdeck/contract/instance/screens';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProtected } from '../testing/expect-protected.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { categoryIcons, filesOfFeed, serveWeb } from './web-files.ts';
import { installErrorHandler } from './error-handler.ts';
import { installHeaders, protectingHeaders } from './headers.ts';
import { Markup } from './html.ts';

/** A small build. */
const built = {
  'index.html':
    '<html lang="en" dir="ltr"><title>shell</title><meta name="sign-in-provider" content="%PLATFORM_NAME%">',
  '.pages/landing.html': '<title>landing</title><link rel="canonical" href="%PUBLIC_URL%/"><p>%PART%</p>',
  '.pages/about.html': '<title>about</title>',
  '.pages/login.html': '<title>login</title><button>%PLATFORM_NAME%</button><p>%WAYS_IN%</p>',
  '.pages/feed.html': `<title>feed</title><link rel="modulepreload" href="/assets/feed-abc.js"><link rel="stylesheet" href="/assets/feed-abc.css"><link rel="preload" as="fetch" href="/api/apps">${FIRST_CARD_PLACEHOLDER}<p>%PART%</p>`,
  '.pages/category-icons.svg': '<svg>icons</svg>',
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
    deckPage: (key) => (key === 'category:games' ? '/discover/games' : undefined),
    cookiesPage: () => new Markup('<title>cookies</title>'),
    cookieName: '__Host-sid',
    hasServiceWorker,
    ownFiles: {},
    isSecure: true,
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

describe('serveWeb chooses a page', () => {
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
  ])('for %s with the cookie %s: %s', async (url, sent, title) => {
    const response = await ask(url, sent === undefined ? {} : { cookie: sent });
    expect(response.statusCode).toBe(200);
    expect(titleOf(response.body)).toBe(title);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'cookie, accept-language, accept-encoding',
    });
  });

  test.each([
    ['/home', '/landing'],
    ['/home?app=nonsense', '/landing'],
    ['/home?app=//evil.example', '/landing'],
    [`/home?app=${APP_ID}`, `/a/${APP_ID}`],
    ['/home?deck=category%3Agames', '/discover/games'],
    [`/home?deck=category%3Agames&app=${APP_ID}`, `/a/${APP_ID}`],
    ['/home?deck=nonsense', '/landing'],
    ['/home?deck=category%3Agames&deck=new', '/landing'],
  ])('redirects a visitor from %s to %s', async (url, location) => {
    const { statusCode, headers } = await ask(url);
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([302, location, 'no-cache']);
    expect(headers['vary']).toContain('cookie');
  });

  test('explains that cookies are blocked if the new session cookie is missing', async () => {
    const { statusCode, body } = await ask(`/home?app=${APP_ID}&started=1`);
    expect([statusCode, titleOf(body)]).toEqual([200, 'cookies']);
  });

  test('serves an unknown path with a dot as a screen to navigations, and as 404 to other requests', async () => {
    const typed = await ask('/foo.bar', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([typed.statusCode, titleOf(typed.body)]).toEqual([200, 'shell']);
    expect((await ask('/foo.bar', { accept: '*/*' })).statusCode).toBe(404);
    expect((await ask('/assets/gone.js', { accept: 'text/html' })).statusCode).toBe(404);
  });

  test.each(['/', '/submit'])('%s allows GET and HEAD only', async (url) => {
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

  test('inserts the public URL', async () => {
    expect((await ask('/')).body).toContain('href="https://zaps.example.org/"');
  });

  test('inserts the name of the provider, escaped', async () => {
    const name = 'R&amp;D &quot;&lt;$&amp;&gt;&quot;';
    expect((await ask('/login')).body).toContain(`<button>${name}</button><p>more</p>`);
    expect((await ask('/submit')).body).toContain(`content="${name}"`);
  });

  test.each([
    ['pseudo', 'ltr'],
    ['pseudo-rtl', 'rtl'],
  ])('stores %s in the empty page, which serves all screens', async (language, dir) => {
    const asked = await ask(`/about?lang=${language}`);
    expect(asked.body).toContain(`<html lang="en-x-pseudo" dir="${dir}"><title>shell`);
    expect(asked.headers['content-language']).toBe(language);
    const cookies = asked.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const again = await ask('/landing', { cookie: cookies });
    expect([again.body, again.headers['etag']]).toEqual([asked.body, asked.headers['etag']]);
    expect((await ask('/about')).headers['etag']).not.toBe(asked.headers['etag']);
  });

  test('keeps the language of a redirected visitor', async () => {
    const { statusCode, cookies } = await ask('/home?lang=pseudo');
    expect(statusCode).toBe(302);
    expect(cookies).toEqual([expect.objectContaining({ name: 'lang', value: 'pseudo' })]);
  });

  test('updates parts at runtime, and keeps the last one if reading fails', async () => {
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

  test.each([
    ['/home?deck=category%3Agames', 'href="/api/apps?deck=category%3Agames">'],
    ['/home?deck=%22%3E%26app=7', 'href="/api/apps?deck=%22%3E%26app%3D7">'],
    ['/home?deck=best', 'href="/api/apps">'],
  ])('preloads the deck in the address %s', async (url, link) => {
    const { body } = await ask(url, { cookie: '__Host-sid=anything' });
    expect(body).toContain(`<link rel="preload" as="fetch" ${link}`);
    expect(body.match(/href="\/api\/apps/g)).toHaveLength(1);
  });

  test('inserts the card only into the page of the feed', async () => {
    const signedIn = { cookie: '__Host-sid=anything' };
    const page = await ask('/home?app=7', signedIn);
    expect(page.body).toContain('href="/api/apps"><p>$& Seven</p><p>');
    expect(page.body).not.toContain('%PART%');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'cookie, accept-language, accept-encoding',
    });
    for (const url of ['/home', '/home?app=8'])
      expect.soft((await ask(url, signedIn)).body).toContain(FIRST_CARD_PLACEHOLDER);
    for (const [url, headers] of [
      ['/?app=7', {}],
      ['/landing?app=7', signedIn],
    ] as const)
      expect.soft((await ask(url, headers)).body).not.toContain('Seven');
  });

  test('returns 304 for a known page, and another page with a session', async () => {
    const etag = String((await ask('/')).headers['etag']);
    const again = await ask('/', { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const signedIn = await ask('/', { 'if-none-match': etag, cookie: '__Host-sid=anything' });
    expect(titleOf(signedIn.body)).toBe('feed');
  });
});

test('categoryIcons returns the symbols of the build', async () => {
  expect(await categoryIcons(folder.path)).toBe('<svg>icons</svg>');
  expect(await categoryIcons(undefined)).toBe('');
});

test('filesOfFeed lists the scripts and styles of the feed', async () => {
  expect(await filesOfFeed(folder.path)).toEqual(['/assets/feed-abc.js', '/assets/feed-abc.css']);
  expect(await filesOfFeed(undefined)).toEqual([]);
});

test.each([
  ['a page', '/', {}, 200, true],
  ['an unchanged page', '/', { 'if-none-match': 'its tag' }, 304, true],
  ['a screen', '/submit', {}, 200, true],
  ['the page of the feed with a card', '/home?app=7', { cookie: '__Host-sid=anything' }, 200, true],
  ['a script', '/assets/index-abc.js', {}, 200, false],
  ['a compressed script', '/assets/index-abc.js', { 'accept-encoding': 'br' }, 200, false],
  ['the service worker', '/service-worker.js', {}, 200, false],
  ['a missing file', '/assets/gone.js', {}, 404, false],
  ['a path out of the folder', '/..%2fpackage.json', {}, 404, false],
])('%s has security headers', async (_what, url, headers, status, framesApps) => {
  const sent =
    'if-none-match' in headers ? { 'if-none-match': String((await ask(url)).headers['etag']) } : headers;
  const response = await ask(url, sent);
  expect(response.statusCode).toBe(status);
  expectProtected(response.headers, { isSecure: true, framesApps });
});

test('icons in mails can be embedded by other origins, but other files cannot', async () => {
  const policyOf = async (url: string) => (await ask(url)).headers['cross-origin-resource-policy'];
  expect(await policyOf('/icon-192.png')).toBe('cross-origin');
  expect(await policyOf('/before-paint.js')).toBe('same-origin');
});

test.each([
  ['a range past the end', { range: 'bytes=9999-' }, 416],
  ['a failed If-Match', { 'if-match': '"another"' }, 412],
  ['a failed If-Unmodified-Since', { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }, 412],
])('%s is rejected in the error format', async (_what, headers: Record<string, string>, status) => {
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
  ['a compressed file', '/assets/index-abc.js'],
])('caching of %s', (_what, url) => {
  test('returns 304 for its tag, weak or strong, alone or in a list, and for *', async () => {
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

  test('varies by Accept-Encoding in every encoding', async () => {
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0', ''])
      expect
        .soft(String((await ask(url, { 'accept-encoding': encoding })).headers['vary']).toLowerCase())
        .toContain('accept-encoding');
  });
});

describe('caching of files', () => {
  test('keeps files under /assets for a year, in the compressed form of the build', async () => {
    const response = await ask('/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.rawPayload).toEqual(built['assets/index-abc.js.br']);
    expect((await ask('/assets/index-abc.js')).body).toBe('go()');
  });

  test('revalidates other files', async () => {
    expect((await ask('/robots.txt')).headers['cache-control']).toBe('no-cache');
  });

  test('caches the script that runs before paint for ten minutes', async () => {
    expect((await ask('/before-paint.js')).headers['cache-control']).toBe(
      'public, max-age=600, stale-while-revalidate=86400',
    );
  });

  test('revalidates the service worker, and replaces it by one that unregisters itself if disabled', async () => {
    const worker = await ask('/service-worker.js');
    expect([worker.body, worker.headers['cache-control']]).toEqual(['work()', 'no-cache']);
    const without = await serve({ hasServiceWorker: false });
    const last = await without.inject('/service-worker.js');
    expect([last.body, last.headers['cache-control']]).toEqual(['go()', 'no-cache']);
    expect(last.headers['content-type']).toContain('javascript');
    await without.close();
  });

  test.each(['/.pages/landing.html', '/.vite/manifest.json', '/assets/gone.js', '/api/nothing'])(
    'returns 404 for %s',
    async (url) => {
      const response = await ask(url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'not_found' });
    },
  );
});
