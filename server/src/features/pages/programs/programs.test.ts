import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { badgeUrl } from '@zapdeck/contract/instance/pages';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { readyDocument } from '../../../http/entity-tag.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { storePicture } from '../../pictures/pictures.ts';
import { readNewest } from '../common/find-app.ts';
import { atomFeed, feedNamed } from './feeds.ts';
import { createDocumentCache } from './document-cache.ts';
import { readSitemap, readSitemapPart } from './sitemap.ts';
import { siteIn } from '../common/page-site.ts';
import { Markup } from '../../../http/html.ts';

const PUBLIC_URL = 'https://zaps.example.org';
const ODD = `</title> & "quoted" ]]> مرحبا 猫 🎹\u0001`;

let t: TestApp;
let picture: string;
let piano: AppRow;
let game: AppRow;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
  const maker = await t.person('member', { firstName: 'Ada', email: 'ada@secret.example' });
  const submittedBy = maker.user?.id ?? '';
  const files = [160, 480, 960].map((width) => Buffer.from(String(width)));
  picture = await storePicture(t.deps.db, files, t.clock.now);
  piano = await t.addApp({ title: 'Piano', tags: ['Free'], submittedBy, upvotes: 128, picture });
  game = await t.addApp({ title: ODD, description: ODD, category: 'Games', submittedBy });
  await t.addApp({ title: 'Waiting', status: 'pending' });
});
afterAll(() => t.close());

const open = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

/** Returns the texts of elements with this name. */
function textsOf(xml: string, name: string): string[] {
  const found: string[] = [];
  const visit = (nodes: ReturnType<typeof parseDocument>['children'], isWithin: boolean): void => {
    for (const node of nodes) {
      if (isWithin && 'data' in node) found.push(node.data);
      if ('children' in node) visit(node.children, 'name' in node && node.name === name);
    }
  };
  visit(parseDocument(xml, { xmlMode: true }).children, false);
  return found;
}

describe('feeds', () => {
  test('list approved apps, the latest approval first, and no email addresses', async () => {
    const { statusCode, headers, body } = await open('/feeds/new.xml');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/atom+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
    expect(textsOf(body, 'title')).toEqual(['New on Zapdeck', ODD.replace('\u0001', ''), 'Piano']);
    expect(body).toContain(`<link href="${PUBLIC_URL}${pagePath(piano)}"/>`);
    expect(body).toContain(`<link rel="alternate" type="text/html" href="${PUBLIC_URL}/discover/new"/>`);
    expect(body).toContain(`<id>urn:uuid:${piano.id}</id>`);
    expect(textsOf(body, 'name')).toEqual(['Ada', 'Ada']);
    const pictures = [...body.matchAll(/<media:thumbnail url="([^"]+)"\/>/g)].map(([, url = '']) => url);
    expect(pictures).toEqual([
      expect.stringMatching(new RegExp(`^${PUBLIC_URL}${pagePath(game)}/[\\w-]+\\.png$`)),
      `${PUBLIC_URL}/pictures/${picture}-960.webp`,
    ]);
    expect(body).not.toContain('secret.example');
    expect((await open('/feeds/new.xml', { 'if-none-match': String(headers['etag']) })).statusCode).toBe(304);
  });

  test('exist as JSON Feed and per category', async () => {
    const { headers, body } = await open('/feeds/music-audio.json');
    expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'New in Music & Audio on Zapdeck',
      home_page_url: `${PUBLIC_URL}/discover/music-audio`,
      feed_url: `${PUBLIC_URL}/feeds/music-audio.json`,
      items: [
        {
          id: `urn:uuid:${piano.id}`,
          url: PUBLIC_URL + pagePath(piano),
          external_url: piano.url,
          authors: [{ name: 'Ada' }],
          tags: ['Music & Audio', 'Free'],
          image: `${PUBLIC_URL}/pictures/${picture}-960.webp`,
        },
      ],
    });
    expect((await open('/feeds/health-fitness.json')).json()).toMatchObject({ items: [] });
  });

  test('are linked from the page of an app', async () => {
    const { body } = await open(pagePath(piano));
    for (const path of [
      '/feeds/new.xml',
      '/feeds/new.json',
      '/feeds/music-audio.xml',
      '/feeds/music-audio.json',
    ])
      expect.soft(body).toContain(`href="${path}"`);
  });

  test.each(['nothing.xml', 'new.rss', 'new', '..%2fnew.xml', 'Games.xml', 'new.xml.gz'])(
    'do not include %s',
    async (name) => {
      expect((await open(`/feeds/${name}`)).json()).toMatchObject({ code: 'not_found' });
    },
  );

  test('are rendered at most once a minute', async () => {
    const before = (await open('/feeds/utilities.json')).body;
    await t.addApp({ category: 'Utilities' });
    expect((await open('/feeds/utilities.json')).body).toBe(before);
    const utilities = feedNamed('utilities');
    const facts = { publicUrl: PUBLIC_URL, instance: t.deps.instance };
    const none = { stylesheet: '', filesOfFeed: [], categoryIcons: new Markup('') };
    const site = siteIn({ ...facts, ...none }, 'en');
    const now = atomFeed(utilities ?? { slug: '' }, await readNewest(t.deps.db, 5, 'Utilities'), site);
    expect(textsOf(now, 'summary')).toEqual(['Two octaves under your thumbs.']);
  });
});

describe('sitemap', () => {
  test('lists the page of each approved app, and robots.txt links to it', async () => {
    const { body, headers } = await open('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const places = textsOf(body, 'loc');
    for (const path of [
      '/',
      '/today',
      '/discover',
      '/discover/new',
      '/discover/games',
      '/discover/music-audio',
    ])
      expect.soft(places).toContain(PUBLIC_URL + path);
    expect(places).not.toContain(`${PUBLIC_URL}/discover/travel`);
    for (const app of [piano, game]) expect(places).toContain(PUBLIC_URL + pagePath(app));
    expect(places.filter((place) => place.includes('/a/waiting'))).toEqual([]);
    const robots = await open('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`);
    expect(robots.body).toContain('Disallow: /api/');
  });

  test('is split into parts that together contain each app once', async () => {
    const reach = { db: t.deps.db, publicUrl: PUBLIC_URL, size: 2 };
    const parts = textsOf(await readSitemap(reach), 'loc');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]).toBe(`${PUBLIC_URL}/sitemap-1.xml`);
    const pages: string[] = [];
    for (let number = 1; number <= parts.length; number += 1) {
      const places = textsOf((await readSitemapPart(reach, number)) ?? '', 'loc').filter((place) =>
        place.includes('/a/'),
      );
      expect(places.length).toBeLessThanOrEqual(reach.size);
      pages.push(...places);
    }
    const approved = await readNewest(t.deps.db, 100);
    expect(pages.toSorted()).toEqual(approved.map((app) => PUBLIC_URL + pagePath(app)).toSorted());
    expect(await readSitemapPart(reach, parts.length + 1)).toBeUndefined();
  });

  test('does not render parts that do not exist', async () => {
    const readyNow = (text: string) => readyDocument(text, 'text/plain');
    const keep = createDocumentCache(2, 60);
    await keep('all', () => readyNow('first'));
    await keep('1', () => readyNow('a part'));
    for (const none of ['7', '8', '9'])
      await expect(keep(none, () => Promise.reject(new Error('none')))).rejects.toThrow('none');
    expect((await keep('all', () => readyNow('second'))).plain.toString()).toBe('first');
  });

  test('evicts the least recently used part when the cache is full', async () => {
    const readyNow = (text: string) => readyDocument(text, 'text/plain');
    const keep = createDocumentCache(2, 60);
    for (const key of ['all', '1', 'all', '2']) await keep(key, () => readyNow('first'));
    expect((await keep('all', () => readyNow('second'))).plain.toString()).toBe('first');
    expect((await keep('1', () => readyNow('second'))).plain.toString()).toBe('second');
  });

  test.each(['0', '2', 'x', '-1', '1e9', '999999'])('returns 404 for the part %s', async (part) => {
    expect((await open(`/sitemap-${part}.xml`)).statusCode).toBe(404);
    expect((await open(`/sitemap-${part}.txt`)).statusCode).toBe(404);
  });

  test('rejects other methods', async () => {
    const answer = await t.app.inject({ method: 'POST', url: '/sitemap-1.xml' });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('badge', () => {
  test('shows the number of likes and can be embedded in other sites', async () => {
    const { headers, body } = await open(new URL(badgeUrl(PUBLIC_URL + pagePath(piano), 'pill')).pathname);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    });
    expect(textsOf(body, 'title')).toEqual(['128 likes on Zapdeck']);
    const flat = await open(new URL(badgeUrl(PUBLIC_URL + pagePath(piano), 'flat')).pathname);
    expect(flat.headers).toMatchObject({ 'cross-origin-resource-policy': 'cross-origin' });
    expect(textsOf(flat.body, 'title')).toEqual(['Zapdeck: 128 likes']);
    expect(flat.body).toMatch(/^<svg [^>]*height="20"/);
  });

  test('stays valid when the title changes, and is missing without a page', async () => {
    expect((await open(`/badge/old-title-${pagePath(piano).slice(-10)}.svg`)).statusCode).toBe(200);
    const rejected = await t.addApp();
    const path = `/badge/${pagePath(rejected).slice('/a/'.length)}.svg`;
    expect((await open(path)).statusCode).toBe(200);
    const admin = await t.person('admin');
    await t.call(setAppStatus, { params: { id: rejected.id }, body: { status: 'rejected' } }, admin);
    for (const none of [path, '/badge/x.svg', `/badge/${pagePath(piano).slice('/a/'.length)}`])
      expect.soft((await open(none)).statusCode).toBe(404);
  });
});

describe('oEmbed', () => {
  const ask = (url: string, more = '') => open(`/oembed?url=${encodeURIComponent(url)}${more}`);

  test('describes a page as JSON and XML', async () => {
    const { body } = await open(pagePath(game));
    const [, discovered = ''] =
      /<link rel="alternate" type="application\/json\+oembed"[^>]* href="([^"]+)"/.exec(body) ?? [];
    const { pathname, search } = new URL(discovered);
    const answer = await open(pathname + search);
    expect(answer.json()).toMatchObject({
      version: '1.0',
      type: 'link',
      title: ODD,
      author_name: 'Ada',
      provider_name: 'Zapdeck',
      provider_url: PUBLIC_URL,
      thumbnail_width: 1_200,
      thumbnail_height: 630,
    });
    const xml = await ask(`${PUBLIC_URL}${pagePath(game)}?utm_source=x`, '&format=xml');
    expect(xml.headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(textsOf(xml.body, 'title')).toEqual([ODD.replace('\u0001', '')]);
  });

  test.each([
    'https://elsewhere.example/a/piano-0000000000',
    `${PUBLIC_URL}/`,
    `${PUBLIC_URL}/a/nothing`,
    'no address',
    '',
  ])('returns 404 for %j', async (url) => {
    expect((await ask(url)).json()).toMatchObject({ code: 'not_found' });
  });
});
