import { adminApps, editApp, submitApp } from '@zapdeck/contract/apps/apps';
import { changedApps } from '@zapdeck/contract/apps/app-changes';
import { previewApp } from '@zapdeck/contract/apps/app-preview';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { checkApp } from './frame-check.ts';

const URL_OF_PAGE = 'http://page.example.com/';

let net: SmallInternet;
let t: TestApp;
let member: Person;
let admin: Person;
let page: { status?: number; body: string };
beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, (_request, response) => {
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html' }).end(page.body);
  });
  t = await openTestApp({ fetchPublic: net.fetchWith() });
  member = await t.person('member');
  admin = await t.person('admin');
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  page = { body: '<html lang="de-DE">' };
  await t.deps.db.delete(apps);
});

const form = {
  title: 'Tea Timer',
  description: 'Steeps.',
  url: URL_OF_PAGE,
  category: 'Utilities' as const,
};

async function submit(language?: string): Promise<string> {
  const body = language === undefined ? form : { ...form, language };
  const answer = await t.call(submitApp, { body }, member);
  expect(answer.status).toBe(201);
  await t.deps.background.idle();
  return answer.body.id;
}

const addApp = (language: string | null = null) =>
  t.addApp({ url: URL_OF_PAGE, submittedBy: member.user?.id ?? '', language });

async function check(id: string): Promise<string | null> {
  const { config, fetchPublic, clock, jobs } = t.deps;
  const app = { id, url: URL_OF_PAGE, thumbnailUrl: null };
  await checkApp(t.deps.db, app, { fetchPublic, rules: urlRulesOf(config), clock, jobs });
  return languageOf(id);
}

const languageOf = async (id: string) => (await t.readApp(id)).language;

async function edit(id: string, language: string | null): Promise<void> {
  t.clock.advance(1_000);
  expect((await t.call(editOwnApp, { params: { id }, body: { language } }, member)).status).toBe(200);
}

const countChanged = async () => (await t.call(changedApps, { query: {} }, admin)).body.length;

test('takes the language of the page, and follows its changes', async () => {
  const id = await submit();
  expect(await languageOf(id)).toBe('de');
  page.body = '<html lang="fr">';
  expect(await check(id)).toBe('fr');
  page.body = '<html>';
  expect(await check(id)).toBeNull();
});

test('keeps the language if the page fails', async () => {
  const { id } = await addApp();
  expect(await check(id)).toBe('de');
  page = { status: 503, body: '<html lang="en">' };
  expect(await check(id)).toBe('de');
});

test('does not list a language from the page as a change', async () => {
  const { id } = await addApp();
  expect(await check(id)).toBe('de');
  page.body = '<html lang="fr">';
  expect(await check(id)).toBe('fr');
  expect(await countChanged()).toBe(0);
});

test('prefers the maker’s choice to the page, even if it is “none”', async () => {
  const id = await submit('ja');
  expect(await languageOf(id)).toBe('ja');
  const other = (await t.addApp({ submittedBy: member.user?.id ?? '' })).id;
  await edit(other, 'es');
  await edit(id, null);
  expect(await check(id)).toBeNull();
});

test('shows moderators the maker’s correction, which they can refuse', async () => {
  const { id } = await addApp();
  await check(id);
  await edit(id, 'es');
  expect(await check(id)).toBe('es');
  const { body } = await t.call(changedApps, { query: {} }, admin);
  expect(body.map(({ changes }) => changes)).toEqual([
    [{ field: 'language', before: 'de', after: 'es', isWaiting: false }],
  ]);
});

test('prefers a moderator’s correction to the page', async () => {
  const { id } = await addApp();
  await check(id);
  expect((await t.call(editApp, { params: { id }, body: { language: 'nl' } }, admin)).status).toBe(200);
  expect(await check(id)).toBe('nl');
  expect(await countChanged()).toBe(0);
});

test('does not treat an edit of another field as a choice of language', async () => {
  const { id } = await addApp();
  await check(id);
  const body = { title: 'Tea Timers', language: 'de' };
  expect((await t.call(editOwnApp, { params: { id }, body }, member)).status).toBe(200);
  page.body = '<html lang="fr">';
  expect(await check(id)).toBe('fr');
});

test.each(['deutsch', 'xx-AT', '', 'xx'])('rejects the language %j', async (language) => {
  const answer = await t.call(submitApp, { body: { ...form, language } }, member);
  expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
});

test('the preview contains the language of the page', async () => {
  const { body } = await t.call(previewApp, { query: { url: URL_OF_PAGE } }, member);
  expect(body.language).toBe('de');
});

test('admins filter apps and the queue by language, also by none', async () => {
  for (const [title, language] of [
    ['d', 'de'],
    ['f', 'fr'],
    ['n', null],
  ] as const)
    for (const status of ['approved', 'pending'] as const) await t.addApp({ title, language, status });
  const titles = async (language: string) => {
    const all = await t.call(adminApps, { query: { language } }, admin);
    const waiting = await t.call(pendingApps, { query: { language } }, admin);
    return [all.body.map(({ title }) => title).join(''), waiting.body.map(({ title }) => title).join('')];
  };
  expect(await titles('de')).toEqual(['dd', 'd']);
  expect(await titles('unknown')).toEqual(['nn', 'n']);
  expect((await titles('all')).map(({ length }) => length)).toEqual([6, 3]);
});
