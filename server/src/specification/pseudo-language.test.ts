import { type ErrorCode, errorCatalogue } from '@zapdeck/contract/wire/errors';
import { BADGES_PATH } from '@zapdeck/contract/instance/pages';
import { ElementType, parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { AppRow } from '../db/schema/apps.table.ts';
import { newId } from '../db/columns.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { guessMails } from '../features/auth/guess-mails.ts';
import { newDeviceMails } from '../features/auth/new-device-mails.ts';
import { securityMails } from '../features/auth/security-mails.ts';
import { pagePath } from '../features/listings/present/page-address.ts';
import { makerMails } from '../features/maker-mails/maker-mails.ts';
import { appMails } from '../features/makers/app-mails.ts';
import { peopleMails } from '../features/people/people-mails.ts';
import { correctionMails } from '../features/review/apps/correction-mails.ts';
import { changeMails } from '../features/review/changes/change-mails.ts';
import { holdLimitMails } from '../features/review/reports/hold-limit-mails.ts';
import { waitingMails } from '../features/review/waiting/waiting-mails.ts';
import { errorBody } from '../http/error-handler.ts';
import { Refusal } from '../http/refusal.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** Words that are no texts: the name of the software, hosts, and parts of dates. */
const NAMES =
  /Zapdeck|UTC|March|Monday|(?<=\d )(?:hours|days)|https?:\/\/\S+|[\w-]+\.(?:example|org)\S*|&\w+;/g;

/** Words without accents, which the pseudo-language does not have. */
const englishIn = (text: string): string[] =>
  text.replaceAll(NAMES, ' ').match(/(?<![\p{L}\p{N}])[A-Za-z][a-z]{2,}(?![\p{L}\p{N}])/gu) ?? [];

const SAID = ['aria-label', 'alt', 'title', 'placeholder'];

/** Returns the texts that a page shows or says. */
function textsOf(page: string): string {
  const texts: string[] = [];
  const visit = (nodes: ReturnType<typeof parseDocument>['children']): void => {
    for (const node of nodes) {
      if (node.type === ElementType.ElementType.Text) texts.push(node.data);
      if (!('attribs' in node) || node.name === 'script' || node.name === 'style') continue;
      for (const name of SAID) texts.push(node.attribs[name] ?? '');
      if (/description|title|image:alt/.test(node.attribs['property'] ?? node.attribs['name'] ?? ''))
        texts.push(node.attribs['content'] ?? '');
      visit(node.children);
    }
  };
  visit(parseDocument(page).children);
  return texts.join('\n');
}

const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
let maker: Person;
let app: AppRow;
let makerId: string;
let strangerId: string;
let suspendedId: string;
let adminId: string;
const ownIds: string[] = [];
const at = '2026-03-04T05:06:00.000Z';
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
  const now = t.clock.now;
  maker = await t.person('member', {
    firstName: '猫',
    language: 'pseudo',
    emailVerifiedAt: now,
    handle: 'x1',
  });
  makerId = maker.user?.id ?? '';
  strangerId = (await t.person('member', { language: 'pseudo' })).user?.id ?? '';
  await t.deps.pool.query(
    `INSERT INTO maker_pages (user_id, name, line, links) VALUES ($1, '猫', '', '{}')`,
    [makerId],
  );
  app = await t.addApp({
    title: '猫',
    description: '猫',
    tags: ['猫'],
    submittedBy: makerId,
    verifiedAt: now,
    heldAt: new Date(at),
    reviewedAt: new Date(at),
    category: 'Games',
  });
  const moment = new Date(at);
  const idOf = async (...person: Parameters<TestApp['person']>) => (await t.person(...person)).user?.id ?? '';
  suspendedId = await idOf('member', { language: 'pseudo' });
  await t.deps.pool.query(`UPDATE users SET suspended_at = $2, suspended_reason = '9' WHERE id = $1`, [
    suspendedId,
    at,
  ]);
  adminId = await idOf('admin', { firstName: '猫', language: 'pseudo', emailVerifiedAt: now });
  await t.addApp({ title: '犬', status: 'pending', createdAt: moment });
  ownIds.push(app.id, (await t.addApp({ title: '鳥', submittedBy: makerId, reviewedAt: moment })).id);
  await t.deps.pool.query(`INSERT INTO daily_views (app_id, day, views) VALUES ($1, '2026-03-03', 3)`, [
    app.id,
  ]);
  await t.deps.pool.query(
    'INSERT INTO mail_preferences (user_id, weekly, unsubscribe_token) VALUES ($1, true, $2)',
    [makerId, 'x'],
  );
  for (const upvotes of [0, 1, 5]) await t.addApp({ title: '犬', description: '', tags: [], upvotes });
});
afterAll(() => t.close());

const open = async (url: string, accept = 'text/html') =>
  t.app.inject({ url, headers: { accept, cookie: 'lang=pseudo' } });

describe('public pages', () => {
  test.each([
    ['an app', () => pagePath(app)],
    ['a maker', () => '/m/x1'],
    ['Discover', () => '/discover'],
    ['a search', () => '/discover?q=猫'],
    ['a search without results', () => '/discover?q=xyzzy9'],
    ['a refused search', () => `/discover?q=${'9'.repeat(200)}`],
    ['the best apps', () => '/discover/best'],
    ['a category', () => '/discover/games'],
    ['an empty category', () => '/discover/shopping'],
    ['the app of the day', () => '/today'],
    ['earlier days', () => '/today?before=2020-01-01'],
    ['an unknown app', () => '/a/x-0000000000'],
    ['an unknown link to unsubscribe', () => '/unsubscribe/weekly/x'],
  ])('have no English words: %s', async (_what, url) => {
    const { body, headers } = await open(url());
    expect(headers).toMatchObject({ 'content-language': 'pseudo' });
    expect(headers['vary']).toMatch(/cookie.*accept-language/);
    expect(body).toContain('<html lang="pseudo" dir="ltr">');
    expect(englishIn(textsOf(body))).toEqual([]);
  });

  test('are written from right to left in such a language', async () => {
    const { body } = await open(`${pagePath(app)}?lang=pseudo-rtl`);
    expect(body).toContain('<html lang="pseudo-rtl" dir="rtl">');
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}${pagePath(app)}?lang=pseudo-rtl">`);
  });

  test('keep the language of the address for the next page', async () => {
    const { cookies } = await t.app.inject({ url: `${pagePath(app)}?lang=pseudo` });
    expect(cookies).toMatchObject([{ name: 'lang', value: 'pseudo', path: '/', sameSite: 'Lax' }]);
  });

  test('have another entity tag in another language', async () => {
    const tag = (await open(pagePath(app))).headers['etag'];
    const again = await t.app.inject({ url: pagePath(app), headers: { 'if-none-match': String(tag) } });
    expect([again.statusCode, again.headers['content-language']]).toEqual([200, 'en']);
  });
});

test.each(['/feeds/new.xml', '/feeds/new.json', '/feeds/games.xml', '/feeds/today.xml'])(
  '%s returns its title in the language of the address, and ignores the cookie',
  async (path) => {
    const title = ({ body }: { body: string }) =>
      /<title>(.*?)<|"title":"(.*?)"/.exec(body)?.slice(1).join('');
    expect(title(await open(path))).toMatch(/ on Zapdeck$/);
    const said = await open(`${path}?lang=pseudo`);
    expect(englishIn(title(said) ?? 'Missing')).toEqual([]);
    expect(said.headers).toMatchObject({ 'content-language': 'pseudo' });
  },
);

test('a badge is in the language of the address', async () => {
  for (const kind of ['svg', 'flat.svg'])
    expect(
      englishIn(textsOf((await open(`${BADGES_PATH}${pagePath(app).slice(3)}.${kind}?lang=pseudo`)).body)),
    ).toEqual([]);
});

test.each(Object.keys(errorCatalogue) as ErrorCode[])('the error %s has no English words', (code) => {
  expect(englishIn(errorBody(new Refusal(code), 'x', 'pseudo').message)).toEqual([]);
});

/** Runs the job that sends a mail, and returns its texts. */
async function mailed(job: Job<z.ZodMiniType, Deps>, data: object): Promise<string> {
  t.sentMails.splice(0);
  const attempt = { id: newId(), log: t.app.log, isStopping: () => false };
  await job.run(t.deps, job.data.parse(data), attempt);
  const [mail] = t.sentMails;
  return mail ? `${mail.subject}\n${mail.text}\n${textsOf(mail.html)}` : 'Nothing was mailed';
}

describe('mails', () => {
  const undone = { batchId: null };
  const decided = () => ({ appId: app.id, batchId: null });
  const cases: [string, Job, () => object][] = [
    ['verify', accountMails, () => ({ kind: 'verify', userId: strangerId })],
    ['reset', accountMails, () => ({ kind: 'reset', userId: makerId, passwordMark: null })],
    ['guessed passwords', guessMails, () => ({ userId: makerId, knows: 'nothing' })],
    ['guessed codes', guessMails, () => ({ userId: makerId, knows: 'password' })],
    ['new device', newDeviceMails, () => ({ userId: makerId, at, device: { browser: '8', system: '9' } })],
  ];
  for (const event of [
    'password_changed',
    'password_reset',
    'password_set_by_operator',
    'admin_granted_by_admin',
    'admin_granted_by_operator',
    'admin_revoked_by_admin',
    'admin_revoked_by_operator',
  ])
    cases.push([event, securityMails, () => ({ event, userId: makerId, at })]);
  cases.push(
    ['received', appMails, () => ({ kind: 'received', appId: app.id })],
    ['approved', appMails, () => ({ kind: 'approved', ...decided() })],
    ['approved after a hold', appMails, () => ({ kind: 'approved', ...decided(), wasHeld: true })],
    ['rejected', appMails, () => ({ kind: 'rejected', ...decided(), reason: '9' })],
    [
      'unverified',
      appMails,
      () => ({ kind: 'unverified', appId: app.id, cause: { code: 'missing', host: 'cat.example' } }),
    ],
    ['held', appMails, () => ({ kind: 'held', appId: app.id, heldAt: at, reporters: 2 })],
    [
      'decided',
      appMails,
      () => ({
        kind: 'decided',
        userId: makerId,
        appIds: ownIds,
        status: 'approved',
        ...undone,
        reviewedAt: at,
      }),
    ],
    ['suspended', peopleMails, () => ({ kind: 'suspended', userId: suspendedId, at, appsTakenOut: 2 })],
    ['too many holds', holdLimitMails, () => ({ userId: adminId, holdsPerHour: 3 })],
    ['waiting apps', waitingMails, () => ({ userId: adminId })],
    ['a week', makerMails, () => ({ kind: 'weekly', userId: makerId, week: '2026-03-02' })],
    ['lifted', peopleMails, () => ({ kind: 'lifted', userId: makerId, at })],
    ['likes', makerMails, () => ({ kind: 'likes', appId: app.id })],
    ['views', makerMails, () => ({ kind: 'views', appId: app.id })],
    ['corrected', correctionMails, () => ({ kind: 'corrected', appId: app.id, fields: ['title'] })],
    ['deleted', correctionMails, () => ({ kind: 'deleted', userId: makerId, title: '9', reason: '9' })],
    ['reported', correctionMails, () => ({ kind: 'reported', appId: app.id, userId: makerId, title: '9' })],
    [
      'accepted changes',
      changeMails,
      () => ({ kind: 'accepted', appId: app.id, fields: ['version'], reason: null }),
    ],
    [
      'refused changes',
      changeMails,
      () => ({ kind: 'refused', appId: app.id, fields: ['picture'], reason: '9' }),
    ],
  );

  test.each(cases)('have no English words: %s', async (_what, job, data) => {
    expect(englishIn(await mailed(job, data()))).toEqual([]);
  });
});
