import { defaultInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { accountMails } from '../auth/account-mails.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { places } from './places.fixture.ts';

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

const urlOf = (place: (typeof places)[number][1]) => place({ path, publicUrl: t.deps.config.publicUrl });

/** They say nothing about the instance. */
const nameless = new Set([
  'the sitemap',
  'robots.txt',
  "today's apps",
  'a missing picture',
  'a missing call',
]);

describe('an instance with its own name shows it, and never that of the software, in', () => {
  test.each(places)('%s', async (what, address) => {
    const { body, headers } = await t.app.inject({ url: urlOf(address), headers: { accept: 'text/html' } });
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

  test('link pictures get a new address, so that caches drop the old ones', async () => {
    const pictureIn = async () =>
      /property="og:image" content="([^"]+)"/.exec((await t.app.inject({ url: path })).body)?.[1];
    const before = await pictureIn();
    const body = { ...defaultInstance, name: 'Another', showPoweredBy: false };
    await t.call(saveInstance, { body }, admin);
    expect(await pictureIn()).not.toBe(before);
  });
});

test('the footer names the software unless that is switched off', async () => {
  const footer = async () => /<footer>.*<\/footer>/s.exec((await t.app.inject({ url: path })).body)?.[0];
  await t.call(saveInstance, { body: { ...defaultInstance, name: 'Toybox' } }, admin);
  expect(await footer()).toContain('Powered by Zapdeck');
  await t.call(saveInstance, { body: { ...defaultInstance, name: 'Toybox', showPoweredBy: false } }, admin);
  expect(await footer()).not.toContain('Powered by');
});
