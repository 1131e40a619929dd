import { PICTURES_PATH } from '@zapdeck/contract/picture-paths';
import { defaultInstance, readInstance, saveInstance } from '@zapdeck/contract/instance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { accountMails } from '../auth/account-mails.ts';
import { pagePath } from '../listings/present/page-address.ts';

const NAME = 'Toybox & Leipzig';

let t: TestApp;
let admin: Person;
let path: string;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
  admin = await t.person('admin');
  const app = await t.addApp({ category: 'Games', title: 'Tiny Piano' });
  path = pagePath(app);
  const body = { ...defaultInstance, name: NAME, accent: '#b3005e', showPoweredBy: false };
  expect((await t.call(saveInstance, { body }, admin)).status).toBe(200);
});
afterAll(() => t.close());

const badge = () => path.replace('/a/', '/badge/');

/** Paths of everything that the server draws for visitors, without the web app. */
const places = [
  ['the page of an app', () => path],
  ['an unknown page', () => '/a/unknown'],
  ['an unknown maker', () => '/m/nobody'],
  ['Discover', () => '/discover'],
  ['a category', () => '/discover/games'],
  ['a deck', () => '/discover/new'],
  ['an unknown deck', () => '/discover/nothing'],
  ['a search', () => '/discover?q=piano'],
  ['a search without result', () => '/discover?q=zzzz'],
  ['a search that is too long', () => `/discover?q=${'x'.repeat(300)}`],
  ['the app of the day', () => '/today'],
  ['earlier days', () => '/today?before=2020-01-01'],
  ['an unsubscribe link', () => `/unsubscribe/weekly/${'a'.repeat(43)}`],
  ['the privacy page', () => '/privacy'],
  ['the terms', () => '/terms'],
  ['the imprint', () => '/imprint'],
  ['the feed of new apps', () => '/feeds/new.xml'],
  ['the feed as JSON', () => '/feeds/new.json'],
  ['the feed of a category', () => '/feeds/games.xml'],
  ['the feed of the app of the day', () => '/feeds/today.xml'],
  ['the badge', () => `${badge()}.svg`],
  ['the flat badge', () => `${badge()}.flat.svg`],
  ['oEmbed', () => `/oembed?url=${encodeURIComponent(t.deps.config.publicUrl + path)}`],
  ['oEmbed as XML', () => `/oembed?format=xml&url=${encodeURIComponent(t.deps.config.publicUrl + path)}`],
  ['the sitemap', () => '/sitemap.xml'],
  ['robots.txt', () => '/robots.txt'],
  ['the documentation of the API', () => '/api/docs'],
  ['the description of the API', () => '/api/openapi.json'],
  ['the public settings', () => readInstance.path],
  ["today's apps", () => '/todays-apps'],
  ['a missing picture', () => `${PICTURES_PATH}/none`],
  ['a missing call', () => '/api/none'],
] as const;

/** They say nothing about the instance. */
const nameless = new Set([
  'the sitemap',
  'robots.txt',
  "today's apps",
  'a missing picture',
  'a missing call',
]);

describe('an instance with a name of its own shows it, and never that of the software', () => {
  test.each(places)('%s', async (what, address) => {
    const { body, headers } = await t.app.inject({ url: address(), headers: { accept: 'text/html' } });
    expect(/.{0,40}Zapdeck/.exec(body)?.[0]).toBeUndefined();
    const isMarkup = /html|xml|svg/.test(String(headers['content-type']));
    const shown = isMarkup ? 'Toybox &amp; Leipzig' : NAME;
    expect(body.includes(shown)).toBe(!nameless.has(what));
  });

  test('mails', async () => {
    const { user } = await t.person('member');
    for (const kind of ['verify', 'reset'] as const)
      await t.deps.jobs.enqueue(
        t.deps.db,
        accountMails,
        kind === 'verify'
          ? { kind, userId: user?.id ?? null }
          : { kind, userId: user?.id ?? null, passwordMark: null },
      );
    await eventually(async () => expect(t.sentMails).toHaveLength(2));
    for (const mail of t.sentMails) {
      expect(mail.fromName).toBe(NAME);
      expect(mail.text).toContain(`\n${NAME}\n`);
      expect(mail.html).toContain('Toybox &amp; Leipzig');
      expect(mail.html).toContain('background:#b3005e');
      expect(JSON.stringify(mail)).not.toContain('Zapdeck');
    }
  });

  test('link pictures have another address, so that caches forget them', async () => {
    const pictureIn = async () =>
      /property="og:image" content="([^"]+)"/.exec((await t.app.inject({ url: path })).body)?.[1];
    const before = await pictureIn();
    const body = { ...defaultInstance, name: 'Another', showPoweredBy: false };
    await t.call(saveInstance, { body }, admin);
    expect(await pictureIn()).not.toBe(before);
  });
});

test('the software is named in the footer unless that is switched off', async () => {
  const footer = async () => /<footer>.*<\/footer>/s.exec((await t.app.inject({ url: path })).body)?.[0];
  await t.call(saveInstance, { body: { ...defaultInstance, name: 'Toybox' } }, admin);
  expect(await footer()).toContain('Powered by Zapdeck');
  await t.call(saveInstance, { body: { ...defaultInstance, name: 'Toybox', showPoweredBy: false } }, admin);
  expect(await footer()).not.toContain('Powered by');
});
