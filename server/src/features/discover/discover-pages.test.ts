import { categories } from '@zapdeck/contract/apps/categories';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { searchesPerNetwork } from '../search/search-apps.ts';
import { listedTitles, metaOf, structuredDataOf } from '../../testing/page-facts.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';

const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
  await t.addApp({ title: 'Tiny Piano', category: 'Music & Audio', upvotes: 3 });
  await t.addApp({ title: 'Drum Kit', category: 'Music & Audio', upvotes: 9 });
  await t.addApp({ title: 'Chess <b>', category: 'Games' });
  await t.addApp({ title: 'Piano in Waiting', category: 'Games', status: 'pending' });
});
afterAll(() => t.close());

const open = (url: string, cookies = {}) => t.app.inject({ url, cookies, headers: { accept: 'text/html' } });

describe('Discover for visitors', () => {
  test('has a search form, the decks, and the twenty categories with their numbers of apps', async () => {
    const { statusCode, headers, body } = await open('/discover');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: expect.stringContaining('cookie') as string,
    });
    expect(body).toContain('action="/discover"');
    expect(body).toContain('<form method="post" action="/api/auth/look-around">');
    for (const path of ['/discover/best', '/discover/new', '/discover/trending', '/today'])
      expect.soft(body).toContain(`<a href="${path}"><div class="fan">`);
    const counted = [
      ...body.matchAll(/<\/svg><span class="name">([^<]*)<\/span><span class="note">([^<]*)</g),
    ];
    expect(counted).toHaveLength(categories.length);
    const counts = Object.fromEntries(counted.map(([, name, count]) => [name, count]));
    expect(counts).toMatchObject({ 'Music &amp; Audio': '2 apps', Games: '1 app', Travel: 'No apps yet' });
    expect(metaOf(body)).toMatchObject({
      canonical: `${PUBLIC_URL}/discover`,
      'og:title': 'Discover web apps',
    });
    expect(metaOf(body)['robots']).toBeUndefined();
  });

  test.each(['guest', 'member', 'admin'] as const)('shows a %s the screen instead', async (role) => {
    const { cookies } = await t.person(role);
    // Without a build, there is no screen.
    expect((await open('/discover', cookies)).json()).toMatchObject({ code: 'not_found' });
  });

  test('is rendered for an unknown or ended session, and for a suspended member', async () => {
    const [member, suspended] = [await t.person('member'), await t.person('member')];
    await t.deps.pool.query('DELETE FROM sessions WHERE user_id = $1', [member.user?.id]);
    await t.deps.pool.query(
      "UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = $1",
      [suspended.user?.id],
    );
    for (const cookies of [{ [t.deps.cookie.name]: 'nonsense' }, member.cookies, suspended.cookies])
      expect.soft((await open('/discover', cookies)).body).toContain('<h1>Discover web apps</h1>');
  });
});

describe('search for visitors', () => {
  test('lists approved apps, and is not indexed', async () => {
    const { statusCode, body } = await open('/discover?q=piano');
    expect(statusCode).toBe(200);
    expect(listedTitles(body)).toEqual(['Tiny Piano']);
    expect(body).toContain('<h2 id="results">1 app</h2>');
    expect(body).toContain('action="/api/auth/look-around?deck=search%3Apiano"');
    expect(body).toContain('value="piano"');
    expect(metaOf(body)['robots']).toBe('noindex');
  });

  test('shows the corrected words that it searched for', async () => {
    const { body } = await open('/discover?q=paino');
    expect(body).toContain('Showing results for “<bdi>piano</bdi>”');
    expect(listedTitles(body)).toEqual(['Tiny Piano']);
  });

  test('without results says so, and links to the categories', async () => {
    const { statusCode, body } = await open('/discover?q=%3Cscript%3Exyzzy');
    expect(statusCode).toBe(200);
    expect(body).toContain('No apps found for “<bdi>&lt;script&gt;xyzzy</bdi>”');
    expect(body).toContain('href="/discover/games"');
  });

  test.each([
    [
      'more characters than allowed',
      `q=${'x'.repeat(SEARCH_QUERY_MAX + 1)}`,
      'Please use at most 100 characters for your search',
    ],
    ['a character that cannot be stored', 'q=a%00b', 'This text has characters that cannot be stored'],
    ['two queries', 'q=a&q=b', 'Invalid input'],
  ])('explains why it refuses %s', async (_what, query, words) => {
    const { statusCode, body } = await open(`/discover?${query}`);
    expect(statusCode).toBe(400);
    expect(body).toContain(`<p role="alert">${words}`);
  });

  test('shows Discover for an empty query', async () => {
    expect((await open('/discover?q=')).body).toContain('<h1>Discover web apps</h1>');
  });

  test('above the limit of the network shows a page that leads back to the search', {
    tags: 'long',
  }, async () => {
    const limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
    try {
      const ask = () => limited.app.inject({ url: '/discover?q=piano', headers: { accept: 'text/html' } });
      for (let call = 0; call < searchesPerNetwork.calls; call += 1) await ask();
      const { statusCode, headers, body } = await ask();
      expect(statusCode).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(body).toContain('<h1>One moment, please</h1>');
      expect(body).toContain('<a class="primary" href="/discover?q=piano">Try again</a>');
    } finally {
      await limited.close();
    }
  });
});

describe('page of a deck', () => {
  test('lists the best apps of a category', async () => {
    const { statusCode, body } = await open('/discover/music-audio');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Music &amp; Audio</h1>');
    expect(listedTitles(body)).toEqual(['Drum Kit', 'Tiny Piano']);
    expect(body).toContain('action="/api/auth/look-around?deck=category%3Amusic-audio"');
    expect(body).toContain('<a class="feed" href="/feeds/music-audio.xml">');
    expect(metaOf(body)).toMatchObject({ canonical: `${PUBLIC_URL}/discover/music-audio` });
    expect(structuredDataOf(body)).toMatchObject({
      mainEntity: { itemListElement: [{ name: 'Drum Kit' }, { name: 'Tiny Piano' }] },
    });
  });

  test('lists the newest apps first', async () => {
    const { body } = await open('/discover/new');
    expect(listedTitles(body)).toEqual(['Chess &lt;b&gt;', 'Drum Kit', 'Tiny Piano']);
    expect(body).toContain('<a class="feed" href="/feeds/new.xml">');
  });

  test('is the same for visitors and members', async () => {
    const { cookies } = await t.person('member');
    expect((await open('/discover/games', cookies)).body).toBe((await open('/discover/games')).body);
  });

  test('without apps says so, and is not indexed', async () => {
    const { statusCode, body } = await open('/discover/shopping');
    expect([statusCode, body.includes('No apps here yet.')]).toEqual([200, true]);
    expect(metaOf(body)['robots']).toBe('noindex');
  });

  test.each(['liked', 'unseen', 'Games', 'category:games', '%00'])('does not exist for %s', async (slug) => {
    const { statusCode, headers } = await open(`/discover/${slug}`);
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('redirects today to /today', async () => {
    const { statusCode, headers } = await open('/discover/today');
    expect([statusCode, headers['location']]).toEqual([301, '/today']);
  });
});

test('reads the decks of Discover at most once a minute, but the page of a deck each time', async () => {
  const before = (await open('/discover')).body;
  await t.addApp({ title: 'Late', category: 'Travel' });
  expect((await open('/discover')).body).toBe(before);
  expect(listedTitles((await open('/discover/travel')).body)).toEqual(['Late']);
});
