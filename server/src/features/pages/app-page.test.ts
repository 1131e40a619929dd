import { todaysAppsPath } from '@zapdeck/contract/instance/screens';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps } from '../../db/schema/apps.table.ts';
import { expectProtected } from '../../testing/expect-protected.ts';
import { listedTitles, metaOf, structuredDataOf } from '../../testing/page-facts.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { pagePath, slugOf } from '../listings/present/page-address.ts';

const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
});
afterAll(() => t.close());

const open = (url: string, headers: Record<string, string> = {}) => t.app.inject({ url, headers });

/** User agents of link previews. */
const readers = {
  WhatsApp: 'WhatsApp/2.23.20.0',
  Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  X: 'Twitterbot/1.0',
  Mastodon: 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot',
};

describe('page of an approved app', () => {
  test('has all public data, and no email address', async () => {
    const maker = await t.person('member', { firstName: 'Ada', email: 'ada@secret.example' });
    const app = await t.addApp({
      title: 'Page Turner',
      description: 'Turns pages.\nQuickly.',
      tags: ['Free', 'New'],
      submittedBy: maker.user?.id ?? '',
      upvotes: 1_280,
    });
    const { statusCode, body, headers } = await open(pagePath(app));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    expectProtected(headers, { isSecure: true });
    for (const text of [
      'Page Turner',
      'Turns pages.\nQuickly.',
      '<bdi>Ada</bdi>',
      'Music &amp; Audio',
      'Free',
    ])
      expect.soft(body).toContain(text);
    expect(body).toContain('1,280 likes');
    expect(body).not.toContain('secret.example');
    expect(body).toContain(`href="${app.url}" target="_blank" rel="noopener noreferrer"`);
    expect(body).toContain(`<form method="post" action="/api/apps/${app.id}/try">`);
  });

  test.each(Object.entries(readers))('contains everything that %s reads', async (_name, agent) => {
    const app = await t.addApp({ title: 'Link Me', description: `Word ${'after word '.repeat(40)}` });
    const facts = metaOf((await open(pagePath(app), { 'user-agent': agent, accept: '*/*' })).body);
    const url = PUBLIC_URL + pagePath(app);
    expect(facts).toMatchObject({
      canonical: url,
      'og:url': url,
      'og:type': 'website',
      'og:site_name': 'Zapdeck',
      'og:title': 'Link Me',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Link Me',
    });
    expect(facts['og:image']).toMatch(new RegExp(`^${PUBLIC_URL}/`));
    expect(facts['twitter:image']).toBe(facts['og:image']);
    expect(facts['description']).toMatch(/^Word after word .{100,190} (?:word|after)…$/);
    expect(facts['og:description']).toBe(facts['description']);
  });

  test('has structured data', async () => {
    const app = await t.addApp({ title: 'Data', upvotes: 3, tags: ['Free'] });
    expect(structuredDataOf((await open(pagePath(app))).body)).toMatchObject({
      '@type': 'WebApplication',
      name: 'Data',
      url: app.url,
      author: { name: 'Robin' },
      interactionStatistic: { userInteractionCount: 3 },
    });
  });

  test.each([
    [
      'an email address as first name',
      { firstName: 'mailbox1@secret.example', email: 'other@secret.example' },
    ],
    ['no first name', { firstName: null, email: 'mailbox2@secret.example' }],
  ])('shows a maker with %s as "Anonymous" without a session', async (_what, person) => {
    const maker = await t.person('member', { ...person, handle: `maker-${person.email.slice(0, 5)}` });
    const app = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    const page = (await open(pagePath(app))).body;
    expect(page).toContain('<bdi>Anonymous</bdi>');
    expect(structuredDataOf(page)).toMatchObject({ author: { name: 'Anonymous' } });
    const pageUrl = encodeURIComponent(PUBLIC_URL + pagePath(app));
    for (const path of [
      pagePath(app),
      '/feeds/new.xml',
      '/feeds/new.json',
      `/feeds/${slugOf(app.category)}.xml`,
      `/oembed?url=${pageUrl}`,
      `/oembed?format=xml&url=${pageUrl}`,
      '/sitemap.xml',
      todaysAppsPath,
    ]) {
      const { statusCode, body } = await open(path);
      expect(statusCode, path).toBe(200);
      expect(body, path).not.toMatch(/mailbox|secret\.example/);
    }
  });

  test('shows the six best of the recent apps of its category', async () => {
    const category = 'Travel';
    const app = await t.addApp({ category, title: 'The one' });
    for (let place = 1; place <= 7; place += 1)
      await t.addApp({ category, title: `Other ${place}`, upvotes: place });
    await t.addApp({ category, title: 'Waiting', status: 'pending', upvotes: 99 });
    await t.addApp({ category, title: 'Dead', frameStatus: 'unreachable', upvotes: 99 });
    const { body } = await open(pagePath(app));
    expect(body).toContain('<a class="feed" href="/feeds/travel.xml">');
    const names = listedTitles(body);
    expect(names).toEqual(['Other 7', 'Other 6', 'Other 5', 'Other 4', 'Other 3', 'Other 2']);
  });

  test('fills up with the best apps of other categories', async () => {
    const app = await t.addApp({ category: 'Finance', title: 'Solo' });
    await t.addApp({ category: 'Finance', title: 'Duet' });
    await t.addApp({ category: 'Finance', title: 'Waiting', status: 'pending', upvotes: 99 });
    await t.addApp({
      category: 'Education',
      title: 'Dead',
      frameStatus: 'unreachable',
      upvotes: 2_000_000,
    });
    for (let place = 1; place <= 6; place += 1)
      await t.addApp({ category: 'Education', title: `Lesson ${place}`, upvotes: 1_000_000 + place });
    const { body } = await open(pagePath(app));
    const names = listedTitles(body);
    expect(names).toEqual(['Duet', 'Lesson 6', 'Lesson 5', 'Lesson 4', 'Lesson 3', 'Lesson 2']);
    expect(body).toContain('<h2 id="others">More apps</h2>');
  });

  test('links its category and tags to Discover', async () => {
    const { body } = await open(pagePath(await t.addApp({ category: 'AI & ML', tags: ['R&D "<'] })));
    expect(body).toContain('<a class="category" href="/discover/ai-ml">AI &amp; ML</a>');
    expect(body).toContain(
      '<a href="/discover?q=R%26D%20%22%3C" rel="nofollow" dir="auto">R&amp;D &quot;&lt;</a>',
    );
    const old = await open(pagePath(await t.addApp({ category: 'Of the past' })));
    expect(old.body).toContain('<p class="category" dir="auto">Of the past</p>');
  });

  test('returns 304 until something changes', async () => {
    const app = await t.addApp();
    const path = pagePath(app);
    const etag = String((await open(path)).headers['etag']);
    const again = await open(path, { 'if-none-match': etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, await t.person('member'));
    expect((await open(path, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  test.each([
    ['markup', '</script><img src=x onerror=alert(1)>"\'><svg onload=alert(1)>'],
    ['markup of comments', '<!--<script>--> ]]> <![CDATA['],
    ['right to left', 'مرحبا بالعالم العربي'],
    ['ideographs', '猫のピアノ 고양이 피아노'],
    ['emoji', '🎹👩🏽‍🚀 Piano'],
    ['one endless word', 'W'.repeat(100)],
  ])('escapes the title %s', async (_what, title) => {
    const maker = await t.person('member', { firstName: title });
    const app = await t.addApp({
      title,
      description: title,
      tags: [title],
      category: title.slice(0, 50),
      submittedBy: maker.user?.id ?? '',
    });
    const { body } = await open(pagePath(app));
    const names = new Set<string>();
    const attributes = new Set<string>();
    const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
      for (const node of nodes) {
        if (!('attribs' in node)) continue;
        names.add(node.name);
        for (const attribute of Object.keys(node.attribs)) attributes.add(attribute);
        visit(node.children);
      }
    };
    visit(parseDocument(body).children);
    expect([...names]).not.toContain('img');
    expect(
      [...attributes].filter((attribute) => attribute.startsWith('on') || attribute === 'style'),
    ).toEqual([]);
    expect([...body.matchAll(/<script/g)].length).toBe(3);
    expect(structuredDataOf(body)['name']).toBe(title);
    expect(metaOf(body)['og:title']).toBe(title.replace(/&/g, '&'));
  });
});

describe('address', () => {
  test('is found by the short id, and redirects to the current title', async () => {
    const app = await t.addApp({ title: 'Crème Brûlée & Co.' });
    const path = pagePath(app);
    expect(path).toMatch(/^\/a\/creme-brulee-co-[0-9a-v]{10}$/);
    const short = path.slice(-10);
    for (const other of [
      `/a/${short}`,
      `/a/some-old-title-${short}`,
      path.toUpperCase().replace('/A/', '/a/'),
    ]) {
      const { statusCode, headers } = await open(`${other}?utm_source=x`);
      expect.soft([statusCode, headers['location']]).toEqual([301, `${path}?utm_source=x`]);
    }
    await t.deps.db.update(apps).set({ title: 'Pudding' }).where(eq(apps.id, app.id));
    expect((await open(path)).headers['location']).toBe(`/a/pudding-${short}`);
  });

  test('with the short id of two apps leads to the one with the title, or else to the older one', async () => {
    const end = '-0000-4000-8000-aaaabbbbcccc';
    const older = await t.addApp({ id: `11111111${end}`, title: 'Older', createdAt: new Date(1_000) });
    const newer = await t.addApp({ id: `22222222${end}`, title: 'Newer' });
    expect((await open(pagePath(older))).body).toContain('<h1 dir="auto">Older</h1>');
    expect((await open(pagePath(newer))).body).toContain('<h1 dir="auto">Newer</h1>');
    expect((await open(`/a/${pagePath(older).slice(-10)}`)).headers['location']).toBe(pagePath(older));
  });

  test('of an unapproved app gets the same response as an unknown one', async () => {
    const pending = await t.addApp({ status: 'pending', title: 'Secret Plan' });
    const rejected = await t.addApp({ status: 'rejected', title: 'Secret Failure' });
    const paths = [
      pagePath(pending),
      pagePath(rejected),
      '/a/nothing-0000000000',
      '/a/x',
      '/a/%00',
      '/a/vvvvvvvvvv',
    ];
    const answers = await Promise.all(paths.map((path) => open(path)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(answers[0]?.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

test('an id redirects to the app’s page, without revealing unapproved apps', async () => {
  const app = await t.addApp({ title: 'Tiny Piano' });
  const pending = await t.addApp({ status: 'pending' });
  const found = await t.app.inject(`/a/${app.id}`);
  expect([found.statusCode, found.headers['location']]).toEqual([301, pagePath(app)]);
  expect((await t.app.inject(`/a/${pending.id}`)).statusCode).toBe(404);
});

test.each(['/', '.', ',', ')', '%22', '%E2%80%8B'])(
  'repairs a link to an app’s page that ends in %s',
  async (end) => {
    const path = pagePath(await t.addApp());
    const { statusCode, headers } = await t.app.inject(path + end);
    expect([statusCode, headers['location']]).toEqual([301, path]);
  },
);
