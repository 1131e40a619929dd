import { ownApps } from '@zapdeck/contract/apps/own-app';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { changeMailPreferences, mailPreferences } from '@zapdeck/contract/accounts/mail-preferences';
import {
  type MakerPageForm,
  ownMakerPage,
  removeMakerPage,
  saveMakerPage,
} from '@zapdeck/contract/accounts/maker-page';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apps } from '../../db/schema/apps.table.ts';
import { hostRules } from '../../db/schema/hosts.table.ts';
import { makerPages } from '../../db/schema/maker-pages.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { hostKeyOf } from '../../urls/host-rules.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { changePreferences } from './mail-preferences.ts';
import { savePage } from './maker-pages.ts';
import { lastWholeWeek } from './weeks.ts';

const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
let maker: Person;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.update(users).set({ handle: null });
  maker = await t.person('member', { firstName: 'Ada', email: `ada-${Math.random()}@secret.example` });
});

const form = (change: Partial<MakerPageForm> = {}) => ({
  handle: 'ada-makes',
  name: 'Ada makes',
  line: 'Small things that tick.',
  links: [],
  ...change,
});
const save = (change: Partial<MakerPageForm> = {}, as = maker) =>
  t.call(saveMakerPage, { body: form(change) }, as);
/** Meets the conditions for links: a confirmed email and an approved app. */
async function earnLinks() {
  const submittedBy = maker.user?.id ?? '';
  await t.deps.db.update(users).set({ emailVerifiedAt: t.clock.now }).where(eq(users.id, submittedBy));
  return t.addApp({ submittedBy });
}
const open = (url: string) => t.app.inject({ url });
const block = (host: string) =>
  t.deps.db
    .insert(hostRules)
    .values({ host, hostKey: hostKeyOf(host), rule: 'blocked' })
    .onConflictDoNothing();

describe('maker page', () => {
  test('shows the profile and approved apps, but no email address', async () => {
    const app = await t.addApp({
      title: 'Pudding',
      submittedBy: maker.user?.id ?? '',
      verifiedAt: t.clock.now,
    });
    await t.deps.db.update(users).set({ emailVerifiedAt: t.clock.now });
    await t.addApp({ title: 'Waits', status: 'pending', submittedBy: maker.user?.id ?? '' });
    await t.addApp({ title: 'Of somebody else' });
    const { body } = await save({ name: '<b>Ada</b>', links: ['https://www.ada.example.com/about/'] });
    expect(body).toMatchObject({ handle: 'ada-makes', pageUrl: `${PUBLIC_URL}/m/ada-makes` });
    const { statusCode, body: html, headers } = await open('/m/ada-makes');
    expect(statusCode).toBe(200);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
    expect(html).toContain(`href="${pagePath(app)}"`);
    expect(html).toContain('aria-label="Verified maker"');
    expect(html).toContain(
      '<a href="https://www.ada.example.com/about/" rel="nofollow noopener ugc">ada.example.com/about</a>',
    );
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/m/ada-makes">`);
    expect(html).toContain('<meta property="og:image"');
    for (const hidden of ['Waits', 'Of somebody else', 'secret.example', '<b>Ada'])
      expect(html).not.toContain(hidden);
    const page = await open(pagePath(app));
    expect(page.body).toContain('<a href="/m/ada-makes" rel="author"><bdi>Ada</bdi></a>');
    expect(page.body).toContain('aria-label="Verified maker"');
    const { body: own } = await t.call(ownApps, { query: {} }, maker);
    expect(own[0]?.submitter).toMatchObject({ handle: 'ada-makes' });
    expect((await open('/sitemap.xml')).body).toContain(`<loc>${PUBLIC_URL}/m/ada-makes</loc>`);
  });

  test('has exactly one address', async () => {
    await save();
    expect(await open('/m/Ada-Makes')).toMatchObject({
      statusCode: 301,
      headers: { location: '/m/ada-makes' },
    });
  });

  test('is indexed only while it has apps', async () => {
    await save();
    expect((await open('/m/ada-makes')).body).toContain('<meta name="robots" content="noindex">');
  });

  test.each(['nobody-here', 'x', 'admin', '%00', 'a'.repeat(500), 'ada--makes'])(
    'does not exist under %s',
    async (handle) => {
      await save();
      const answer = await open(`/m/${handle}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('<h1>Not found</h1>');
    },
  );

  test('does not exist for a suspended maker, and nothing links to it', async () => {
    const app = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    await save();
    const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
    await t.deps.db
      .update(users)
      .set(suspended)
      .where(eq(users.id, maker.user?.id ?? ''));
    expect((await open('/m/ada-makes')).statusCode).toBe(404);
    expect((await open(pagePath(app))).body).not.toContain('/m/ada-makes');
  });

  test('is deleted with its handle', async () => {
    await save();
    expect((await t.call(ownMakerPage, {}, maker)).body.page).toMatchObject({ handle: 'ada-makes' });
    expect((await t.call(removeMakerPage, {}, maker)).status).toBe(204);
    expect((await t.call(ownMakerPage, {}, maker)).body).toEqual({ page: null });
    expect((await open('/m/ada-makes')).statusCode).toBe(404);
    expect((await save({}, await t.person('member'))).status).toBe(200);
  });

  test('is in the data download', async () => {
    await earnLinks();
    await save({ links: ['https://ada.example.com/'] });
    const { body } = await t.call(downloadData, {}, maker);
    expect(body.account.handle).toBe('ada-makes');
    expect(body.makerPages).toMatchObject([{ name: 'Ada makes', links: ['https://ada.example.com/'] }]);
  });
});

describe('handle', () => {
  test('belongs to one member, even after concurrent requests, and is free after a change', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => t.person('member')));
    const answers = await Promise.all(others.map((other) => save({ handle: 'wanted' }, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.error).toMatchObject({ code: 'handle_taken', fields: { handle: expect.any(String) } });
    const owner = others[answers.findIndex(({ status }) => status === 200)] ?? maker;
    await save({ handle: 'another' }, owner);
    expect((await save({ handle: 'wanted' })).status).toBe(200);
    expect((await open('/m/another')).statusCode).toBe(200);
  });

  test('is case-insensitive', async () => {
    expect((await save({ handle: ' Ada-2 ' })).body.handle).toBe('ada-2');
  });

  test.each(['ab', 'a'.repeat(31), 'with space', 'ümlaut', '-a-b', 'a--b', 'ab-', 'admin', 'Support', 'a/b'])(
    'rejects the handle %s',
    async (handle) => {
      const { status, error } = await save({ handle });
      expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['handle']]);
    },
  );
});

test.each([
  'http://ada.example.com/',
  'javascript:alert(1)',
  'https://me:pw@ada.example.com/',
  'https://localhost/',
  'ada.example.com',
  `https://ada.example.com/${'x'.repeat(300)}`,
])('rejects the link %s', async (link) => {
  const { status, error } = await save({ links: ['https://ok.example.com/', link] });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['links.1']]);
});

test.each([
  `${PUBLIC_URL}/api/logout`,
  'https://EXAMPLE.org:8443/',
  'https://else.example.org./',
  'https://192.168.0.1/',
  'https://router.local/',
  'https://below.blocked.example.net/login',
])('rejects a link of a maker page to %s', async (link) => {
  await block('blocked.example.net');
  await earnLinks();
  const { status, error } = await save({ links: ['https://ok.example.com/', link] });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['links.1']]);
});

test('hides links to a host as soon as it is blocked', async () => {
  await earnLinks();
  await save({ links: ['https://ok.example.com/', 'https://bad.example.net/'] });
  expect((await open('/m/ada-makes')).body).toContain('bad.example.net');
  await block('bad.example.net');
  const { body } = await open('/m/ada-makes');
  expect(body).toContain('href="https://ok.example.com/"');
  expect(body).not.toContain('bad.example.net');
});

describe('links need a confirmed email and an approved app', () => {
  const links = ['https://ada.example.com/'];
  test.each([
    ['an unconfirmed email', { emailVerifiedAt: null }, 'approved'],
    ['no approved app', { emailVerifiedAt: new Date() }, 'pending'],
  ] as const)('rejects links with %s and accepts the rest', async (_what, values, status) => {
    const owner = await t.person('member', values);
    await t.addApp({ submittedBy: owner.user?.id ?? '', status });
    expect((await save({ links }, owner)).error).toMatchObject({
      code: 'invalid_input',
      fields: { links: 'Links need a confirmed email and an approved app' },
    });
    expect((await save({}, owner)).status).toBe(200);
  });

  test('are hidden when the last approved app is withdrawn', async () => {
    const app = await earnLinks();
    await save({ links });
    expect((await open('/m/ada-makes')).body).toContain('https://ada.example.com/');
    await t.deps.db.update(apps).set({ status: 'rejected' }).where(eq(apps.id, app.id));
    expect((await open('/m/ada-makes')).body).not.toContain('https://ada.example.com/');
    expect((await t.call(ownMakerPage, {}, maker)).body.page?.links).toEqual(links);
  });
});

describe('a name that looks like the operator’s', () => {
  test.each([
    ['handle', 'zapdeck-support'],
    ['handle', 'z4pdeck'],
    ['handle', 'official-games'],
    ['name', 'Zарdесk'],
    ['name', 'The Moderators'],
    ['name', 'Ada ✓'],
    ['name', 'Ada\u200b'],
  ])('is rejected as %s: %s', async (field, value) => {
    const { status, error } = await save({ [field]: value });
    expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
  });

  test('can stay if it existed before', async () => {
    await save();
    await t.deps.db
      .update(users)
      .set({ handle: 'zapdeck-fans' })
      .where(eq(users.id, maker.user?.id ?? ''));
    expect((await save({ handle: 'zapdeck-fans', line: 'New line.' })).status).toBe(200);
    expect((await save({ handle: 'zapdeck-friends' })).status).toBe(400);
    expect((await open('/m/zapdeck-fans')).statusCode).toBe(200);
  });
});

describe('an account that is deleted or suspended while the page is saved', () => {
  const asked = () =>
    savePage(t.deps.db, {
      userId: maker.user?.id ?? '',
      form: form(),
      publicUrl: PUBLIC_URL,
      now: t.clock.now,
    });
  const choosing = () =>
    changePreferences(t.deps.db, maker.user?.id ?? '', { weekly: true, now: t.clock.now });

  test('gets the error of a missing session and keeps no handle', async () => {
    await t.deps.db.delete(users).where(eq(users.id, maker.user?.id ?? ''));
    for (const work of [asked, choosing])
      await expect(work()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('gets the error of a suspension, and nothing changes', async () => {
    await save({ line: 'As it was.' });
    const suspended = { suspendedAt: t.clock.now, suspendedReason: 'Spam' };
    await t.deps.db
      .update(users)
      .set(suspended)
      .where(eq(users.id, maker.user?.id ?? ''));
    for (const work of [asked, choosing])
      await expect(work()).rejects.toMatchObject({ code: 'session_suspended' });
    const [page] = await t.deps.db
      .select()
      .from(makerPages)
      .where(eq(makerPages.userId, maker.user?.id ?? ''));
    expect(page?.line).toBe('As it was.');
  });
});

test.each([
  { name: '' },
  { name: 'x'.repeat(61) },
  { name: 'a\u202eb' },
  { line: 'two\nlines' },
  { links: Array.from({ length: 6 }, (_, index) => `https://a${index}.example.com/`) },
])('rejects invalid or too long values: %j', async (change) => {
  expect((await save(change)).status).toBe(400);
});

test('each mail preference is stored separately', async () => {
  const read = async () => (await t.call(mailPreferences, {}, maker)).body;
  expect(await read()).toEqual({ milestones: true, weekly: false });
  await t.call(changeMailPreferences, { body: {} }, maker);
  expect((await t.call(changeMailPreferences, { body: { weekly: true } }, maker)).body).toEqual({
    milestones: true,
    weekly: true,
  });
  await t.call(changeMailPreferences, { body: { milestones: false } }, maker);
  expect(await read()).toEqual({ milestones: false, weekly: true });
  const { body } = await t.call(downloadData, {}, maker);
  expect(body.mailPreferences).toEqual([{ milestones: false, weekly: true }]);
});

test.each([
  ['2026-11-22T23:59:59Z', '2026-11-09'],
  ['2026-11-23T07:59:59Z', '2026-11-09'],
  ['2026-11-23T08:00:00Z', '2026-11-16'],
  ['2026-11-30T07:00:00Z', '2026-11-16'],
  ['2027-01-04T09:00:00Z', '2026-12-28'],
])('at %s, the last complete week starts on %s', (now, week) => {
  expect(lastWholeWeek(new Date(now))).toBe(week);
});
