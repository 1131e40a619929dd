import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listedTitles, metaOf, structuredDataOf } from '../../testing/page-facts.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { pagePath } from '../listings/present/page-address.ts';

const PUBLIC_URL = 'https://zaps.example.org';
const DAY_MS = 24 * 3_600_000;
const html = { accept: 'text/html' };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
});
afterAll(() => t.close());
beforeEach(() => t.deps.pool.query('TRUNCATE apps, daily_picks CASCADE'));

const open = (url: string) => t.app.inject({ url, headers: html });
const dayIn = (days: number) => new Date(t.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const pick = (day: string, appId: string) =>
  t.deps.pool.query('INSERT INTO daily_picks VALUES ($1, $2, $3)', [day, appId, t.clock.now]);
const daysIn = (body: string) => [...body.matchAll(/<time datetime="([^"]*)"/g)].map(([, day]) => day);

/** Adds an app for each of the last days, today first. */
async function addDays(count: number) {
  const added = [];
  for (let ago = 0; ago < count; ago += 1) {
    const app = await t.addApp({ title: `App ${ago}`, url: `https://www.day-${ago}.example/x` });
    await pick(dayIn(-ago), app.id);
    added.push(app);
  }
  return added;
}

describe('/today', () => {
  test('shows the app of the day large, and the days before it', async () => {
    const maker = await t.person('member', { firstName: 'Ada', handle: 'ada-today' });
    const app = await t.addApp({
      title: 'Day & Night',
      description: 'Shows\nthe sun.',
      url: 'https://www.sun.example/x',
      submittedBy: maker.user?.id ?? '',
      upvotes: 7,
    });
    await pick(dayIn(0), app.id);
    const yesterday = await t.addApp({ title: 'Yesterday' });
    await pick(dayIn(-1), yesterday.id);
    const { statusCode, headers, body } = await open('/today');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    for (const text of [
      '<h1 dir="auto">Day &amp; Night</h1>',
      '<a href="/m/ada-today" rel="author"><bdi>Ada</bdi></a>',
      '7 likes',
      '<span class="host">sun.example</span>',
      'Shows the sun.',
      `<form method="post" action="/api/apps/${app.id}/try?deck=today">`,
      `href="${pagePath(app)}"`,
      `href="${pagePath(yesterday)}"`,
      'href="/feeds/today.xml">',
    ])
      expect.soft(body).toContain(text);
    expect(daysIn(body)).toEqual([dayIn(0), dayIn(-1)]);
    expect(metaOf(body)).toMatchObject({
      canonical: `${PUBLIC_URL}/today`,
      description: 'Shows the sun.',
      'og:title': 'App of the day: Day & Night',
    });
    expect(metaOf(body)['og:image']).toMatch(new RegExp(`^${PUBLIC_URL}${pagePath(app)}/.*png$`));
    expect(metaOf(body)['robots']).toBeUndefined();
    expect(structuredDataOf(body)).toMatchObject({
      '@type': 'CollectionPage',
      mainEntity: { numberOfItems: 2, itemListElement: [{ name: 'Day & Night' }, { name: 'Yesterday' }] },
    });
  });

  test('shows members and guests the screen of the web app', async () => {
    for (const role of ['member', 'guest'] as const) {
      const { cookies } = await t.person(role);
      const answer = await t.app.inject({ url: '/today', headers: html, cookies });
      expect(answer.json()).toMatchObject({ code: 'not_found' });
      expect(answer.headers['vary']).toContain('cookie');
    }
  });

  test('links the pages of the archive, and shows each day once', async () => {
    await addDays(64);
    const seen: (string | undefined)[] = [];
    let path: string | undefined = '/today';
    for (let page = 0; page < 3; page += 1) {
      const { body } = await open(path ?? '');
      seen.push(...daysIn(body));
      path = /href="(\/today\?before=[^"]*)">Earlier days/.exec(body)?.[1];
      if (page > 0) expect(metaOf(body)['canonical']).toMatch(/\/today\?before=\d{4}-\d\d-\d\d$/);
    }
    expect(path).toBeUndefined();
    expect(seen).toEqual(Array.from({ length: 64 }, (_, ago) => dayIn(-ago)));
  });

  test('shows an app that left the deck as a date without a link', async () => {
    const [today, before] = await addDays(3);
    await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE id = $1", [before?.id]);
    const { body } = await open('/today');
    expect(daysIn(body)).toEqual([dayIn(0), dayIn(-1), dayIn(-2)]);
    expect(body).not.toContain('App 1');
    await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE id = $1", [today?.id]);
    const later = (await open('/today')).body;
    expect(later).toContain('<h1>Today’s app has left the deck</h1>');
    expect(listedTitles(later)).toEqual(['App 2']);
  });

  test('says that there is no app of the day yet, and links to the feed', async () => {
    const { statusCode, body } = await open('/today');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>No app of the day yet</h1>');
    expect(body).toContain('<a class="primary" href="/discover">');
    expect(metaOf(body)['robots']).toBe('noindex');
  });

  test.each(['yesterday', '2026-02-30', '0000-01-01', '2026-01-01&before=2026-01-02'])(
    'redirects before=%s, which is not a date, to the latest day',
    async (before) => {
      const { statusCode, headers } = await open(`/today?before=${before}`);
      expect([statusCode, headers['location']]).toEqual([302, '/today']);
    },
  );

  test('links back from a page before the first day', async () => {
    await addDays(1);
    const { body } = await open(`/today?before=${dayIn(-400)}`);
    expect(body).toContain('<h1>No earlier days</h1>');
    expect(metaOf(body)['robots']).toBe('noindex');
  });
});
