import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { adminApps, editApp } from '@zapdeck/contract/apps/apps';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { editOwnApp, type OwnAppEdit, withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { saveHost } from '@zapdeck/contract/frames/hosts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { checkApp } from '../../frames/checks/frame-check.ts';
import { changeMails } from './change-mails.ts';
import { queuedJobs, runJob } from '../../../testing/queued-jobs.ts';

let net: SmallInternet;
let t: TestApp;
let maker: Person;
let admin: Person;
/** The page of each host. */
const pages = new Map<string, { title?: string; headers?: Record<string, string>; status?: number }>();

beforeAll(async () => {
  net = await openSmallInternet();
  await net.servePage(`${PUBLIC_ADDRESS}:80`, ({ headers: { host = '' } }, response) => {
    const page = pages.get(host);
    if (!page) return void response.destroy();
    response
      .writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers })
      .end(`<title>${page.title ?? 'Tiny Piano'}</title>`);
  });
  t = await openTestApp({ fetchPublic: net.fetchWith(), env: { PUBLIC_URL: 'http://zaps.example.org' } });
  maker = await t.person('member', { firstName: 'Mia', emailVerifiedAt: new Date() });
  admin = await t.person('admin', { firstName: 'Ada' });
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  t.clock.advance(60_000);
  await t.deps.db.delete(apps);
});

let hosts = 0;
function addHost(page: Parameters<typeof pages.set>[1] = {}): string {
  const host = `page-${(hosts += 1)}.example.com`;
  net.names.set(host, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  pages.set(host, page);
  return host;
}

const check = async (id: string) => {
  t.clock.advance(10_000);
  const { fetchPublic, clock, jobs, config } = t.deps;
  await checkApp(t.deps.db, await t.readApp(id), { fetchPublic, rules: urlRulesOf(config), clock, jobs });
};
const approve = (id: string) => t.call(decideApps, { body: { ids: [id], decision: 'approved' } }, admin);
const edit = async (id: string, body: OwnAppEdit) => {
  t.clock.advance(1_000);
  return t.call(editOwnApp, { params: { id }, body }, maker);
};
const listed = async (query = {}) => t.call(changedApps, { query }, admin);
const decide = (id: string, decision: 'accept' | 'refuse', updatedAt: string, reason?: string) =>
  t.call(
    decideChanges,
    { params: { id }, body: { decision, updatedAt, ...(reason ? { reason } : {}) } },
    admin,
  );

/** Adds an app of the maker that was checked, approved and checked again. */
async function addApproved(page: Parameters<typeof pages.set>[1] = {}) {
  const host = addHost(page);
  const { id } = await t.addApp({
    submittedBy: maker.user?.id ?? '',
    url: `http://${host}/`,
    status: 'pending',
    frameCheckedAt: null,
  });
  await check(id);
  await approve(id);
  await check(id);
  return { id, host };
}

async function mailedAbout(id: string) {
  t.sentMails.splice(0);
  for (const job of await queuedJobs(t.deps.pool, changeMails, { appId: id }))
    await runJob(t, changeMails, job);
  return t.sentMails;
}

describe('a page that differs from the approved one', () => {
  const swaps: [string, (host: string) => void, object][] = [
    [
      'has another title',
      (host) => pages.set(host, { title: 'Lucky Casino' }),
      { field: 'pageTitle', before: 'Tiny Piano', after: 'Lucky Casino' },
    ],
    [
      'redirects to another site',
      (host) => {
        net.names.set('elsewhere.example.net', [{ type: 'A', data: PUBLIC_ADDRESS }]);
        pages.set('elsewhere.example.net', {});
        pages.set(host, { status: 302, headers: { location: 'http://elsewhere.example.net/' } });
      },
      { field: 'host', after: 'elsewhere.example.net' },
    ],
    [
      'begins to refuse framing',
      (host) => pages.set(host, { headers: { 'x-frame-options': 'DENY' } }),
      { field: 'frameStatus', before: 'ok', after: 'refused' },
    ],
    [
      'is parked',
      (host) => pages.set(host, { title: 'example.com – this domain is for sale' }),
      { field: 'parked', before: null, after: 'this domain is' },
    ],
  ];
  test.each(swaps)('is listed and logged once if it %s', async (_, swap, change) => {
    const { id, host } = await addApproved();
    expect((await listed()).body).toEqual([]);
    swap(host);
    await check(id);
    const foundAt = t.clock.now.toISOString();
    await check(id);
    const { body, headers } = await listed();
    expect(headers['x-total-count']).toBe('1');
    expect(body[0]).toMatchObject({ app: { id, changedAt: foundAt }, changedAt: foundAt, seenAt: foundAt });
    expect(body[0]?.changes).toContainEqual(expect.objectContaining(change));
    const { body: entries } = await t.call(auditLog, { query: { action: 'app.page_changed' } }, admin);
    expect(entries.filter(({ targetId }) => targetId === id)).toMatchObject([{ actor: null }]);
    const { body: all } = await t.call(adminApps, { query: {} }, admin);
    expect(all[0]?.changedAt).toBe(foundAt);
  });

  test.each([
    [
      'changes only numbers in its title',
      { title: '(3) Tiny Piano – 22.11.2026' },
      { title: 'Tiny Piano 21.11.' },
    ],
    ['is unavailable', { status: 503, title: 'Sorry' }, {}],
    ['was parked at the approval', { title: 'Domain for sale 2' }, { title: 'Domain for sale' }],
    [
      'refused framing at the approval',
      { headers: { 'x-frame-options': 'DENY' } },
      { headers: { 'x-frame-options': 'SAMEORIGIN' } },
    ],
  ])('is not listed if it %s', async (_, page, before) => {
    const { id, host } = await addApproved(before);
    pages.set(host, page);
    await check(id);
    expect((await listed()).body).toEqual([]);
  });

  test('is no longer listed once it equals the approved one', async () => {
    const { id, host } = await addApproved();
    pages.set(host, { title: 'Lucky Casino' });
    await check(id);
    pages.set(host, {});
    await check(id);
    expect((await listed()).body).toEqual([]);
  });

  test('can be accepted in the version that the moderator saw, but not refused', async () => {
    const { id, host } = await addApproved();
    pages.set(host, { title: 'Grand Piano' });
    await check(id);
    const seenAt = (await listed()).body[0]?.seenAt ?? '';
    expect((await decide(id, 'refuse', seenAt)).error.fields).toHaveProperty('decision');
    pages.set(host, { title: 'Lucky Casino' });
    await check(id);
    const late = await decide(id, 'accept', seenAt);
    expect([late.status, late.error.code]).toEqual([409, 'already_decided']);
    expect((await decide(id, 'accept', (await listed()).body[0]?.seenAt ?? '')).status).toBe(200);
    await check(id);
    expect((await listed()).body).toEqual([]);
    expect(await mailedAbout(id)).toEqual([]);
  });

  test('is compared with the first check if the app has no baseline', async () => {
    const host = addHost();
    const { id } = await t.addApp({ url: `http://${host}/`, frameStatus: 'ok' });
    pages.set(host, { headers: { 'x-frame-options': 'DENY' } });
    await check(id);
    expect((await listed()).body[0]?.changes).toEqual([
      { field: 'frameStatus', before: 'ok', after: 'refused', isWaiting: false },
    ]);
  });
});

describe('a listing that differs from the approved one', () => {
  test('is listed by field, oldest change first, in pages, until its maker reverts it', async () => {
    const [one, two] = [await addApproved(), await addApproved()];
    await edit(two.id, { title: 'Two', tags: ['New'] });
    await edit(one.id, { description: 'Other words.', category: 'Games' });
    await edit(two.id, { title: 'Twice' });
    const { body, headers } = await listed();
    expect(headers['x-total-count']).toBe('2');
    expect(body.map(({ app }) => app.id)).toEqual([two.id, one.id]);
    expect(body[0]?.changes).toEqual([
      { field: 'title', before: 'Tiny Piano', after: 'Twice', isWaiting: true },
      { field: 'tags', before: '', after: 'New', isWaiting: false },
    ]);
    expect((await listed({ limit: '1', offset: '1' })).body.map(({ app }) => app.id)).toEqual([one.id]);
    await edit(two.id, { title: 'Tiny Piano', tags: [] });
    expect((await listed()).body.map(({ app }) => app.id)).toEqual([one.id]);
    await t.call(withdrawApp, { params: { id: one.id } }, maker);
    expect((await listed()).body).toEqual([]);
  });

  test('can be refused with its waiting address, and the maker gets the reason', async () => {
    const { id, host } = await addApproved();
    await edit(id, { title: 'Casino', category: 'Games', url: 'https://casino.example.net/' });
    t.clock.advance(1_000);
    const seenAt = (await listed()).body[0]?.seenAt ?? '';
    const { status, body } = await decide(id, 'refuse', seenAt, 'This is another app.');
    expect([status, body]).toMatchObject([
      200,
      {
        title: 'Tiny Piano',
        category: 'Music & Audio',
        url: `http://${host}/`,
        waitingUrl: null,
        changedAt: null,
      },
    ]);
    expect((await listed()).body).toEqual([]);
    const [mail, ...others] = await mailedAbout(id);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your changes to “Tiny Piano” were not accepted' });
    expect(mail?.text).toContain('your changes to “Tiny Piano”: URL, title, and category.');
    expect(mail?.text).toContain('This is another app.');
    const { body: entries } = await t.call(auditLog, { query: { action: 'app.changes_refused' } }, admin);
    expect(entries[0]).toMatchObject({
      targetId: id,
      before: { title: 'Casino', url: 'https://casino.example.net/' },
      after: { title: 'Tiny Piano', reviewReason: 'This is another app.' },
    });
    expect((await decide(id, 'refuse', body.updatedAt)).error.code).toBe('already_decided');
  });

  test('can be accepted with its waiting address, which is then checked', async () => {
    const { id } = await addApproved();
    const host = addHost({ title: 'Grand Piano', headers: { 'x-frame-options': 'DENY' } });
    await edit(id, { title: 'Grand Piano', url: `http://${host}/` });
    const { body } = await decide(id, 'accept', (await listed()).body[0]?.seenAt ?? '');
    expect(body).toMatchObject({
      title: 'Grand Piano',
      url: `http://${host}/`,
      waitingUrl: null,
      frameStatus: 'unknown',
    });
    await t.deps.background.idle();
    expect((await t.readApp(id)).frameStatus).toBe('refused');
    await check(id);
    expect((await listed()).body).toEqual([]);
    expect((await mailedAbout(id)).map(({ subject }) => subject)).toEqual([
      'Your changes to “Grand Piano” are approved',
    ]);
  });

  test('rejects a decision if it changed since, and the second of two concurrent decisions', async () => {
    const { id } = await addApproved();
    await edit(id, { title: 'One' });
    const seenAt = (await listed()).body[0]?.seenAt ?? '';
    await edit(id, { title: 'Casino' });
    expect((await decide(id, 'accept', seenAt)).error.message).toContain('Mia has already changed this app');
    const now = (await listed()).body[0]?.seenAt ?? '';
    const both = await Promise.all([decide(id, 'accept', now), decide(id, 'refuse', now)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [accepted] = both;
    expect((await t.readApp(id)).title).toBe(accepted?.status === 200 ? 'Casino' : 'Tiny Piano');
  });

  test('is compared with the page at an address that a moderator has set and that no longer waits', async () => {
    const { id } = await addApproved();
    const correct = async (host: string) => {
      const { body } = await t.call(editApp, { params: { id }, body: { url: `http://${host}/` } }, admin);
      await t.deps.background.idle();
      await check(id);
      return body;
    };
    expect((await correct(addHost({ title: 'Grand Piano' }))).url).toMatch(/page-/);
    expect((await listed()).body).toEqual([]);
    const wanted = addHost({ title: 'Concert Hall' });
    await edit(id, { url: `http://${wanted}/` });
    expect((await correct(wanted)).waitingUrl).toBeNull();
    expect((await listed()).body).toEqual([]);
  });

  test('cannot be accepted while another app has its address', async () => {
    const { id } = await addApproved();
    const url = 'https://wanted.example.net/';
    await edit(id, { title: 'Other', url });
    await t.addApp({ url, title: 'Faster', status: 'pending' });
    const { error } = await decide(id, 'accept', (await listed()).body[0]?.seenAt ?? '');
    expect(error.code).toBe('url_taken');
    expect(error.message).toMatch(/“Faster” \(pending\) now has this address/);
    expect((await listed()).body[0]?.changes.map(({ field }) => field)).toEqual(['url', 'title']);
  });

  test('is listed after it changed while the app was held', async () => {
    const { id, host } = await addApproved();
    await t.deps.db.update(apps).set({ status: 'pending', heldAt: t.clock.now }).where(eq(apps.id, id));
    const url = 'https://held.example.net/';
    expect((await edit(id, { title: 'Casino', url })).body).toMatchObject({
      url: `http://${host}/`,
      waitingUrl: url,
    });
    expect((await listed()).body).toEqual([]);
    expect((await approve(id)).body.outcomes[0]?.outcome).toBe('decided');
    expect((await listed()).body[0]?.changes.map(({ field }) => field)).toEqual(['url', 'title']);
  });

  test('loses its waiting address on rejection, and regains it by an undo', async () => {
    const { id } = await addApproved();
    const url = 'https://wanted.example.net/';
    await edit(id, { url });
    const reject = async () =>
      (await t.call(decideApps, { body: { ids: [id], decision: 'rejected' } }, admin)).body.batchId ?? '';
    const waits = async () =>
      (await t.call(ownApps, { query: {} }, maker)).body.find((app) => app.id === id)?.waitingUrl;
    const batchId = await reject();
    expect(await waits()).toBeNull();
    await t.call(undoDecisions, { params: { id: batchId } }, admin);
    expect(await waits()).toBe(url);
    expect((await listed()).body[0]?.changes.map(({ field }) => field)).toEqual(['url']);
    await reject();
    t.clock.advance(1_000);
    await approve(id);
    expect((await listed()).body).toEqual([]);
    await t.call(editApp, { params: { id }, body: { status: 'rejected' } }, admin);
    expect(await waits()).toBeNull();
  });

  test('cannot be accepted with an address on a blocked host', async () => {
    const { id } = await addApproved();
    await edit(id, { url: 'https://evil.example.net/' });
    const blocked = { params: { host: 'evil.example.net' }, body: { rule: 'blocked' } } as const;
    await t.call(saveHost, blocked, admin);
    const { error } = await decide(id, 'accept', (await listed()).body[0]?.seenAt ?? '');
    expect(error.code).toBe('host_blocked');
    expect((await t.readApp(id)).url).not.toContain('evil');
  });

  test('is approved by the next approval, but never by a demoted admin', async () => {
    const { id } = await addApproved();
    await edit(id, { title: 'Other' });
    const seenAt = (await listed()).body[0]?.seenAt ?? '';
    const former = await t.person('admin');
    await t.deps.db
      .update(users)
      .set({ isAdmin: false })
      .where(eq(users.id, former.user?.id ?? ''));
    const call = { params: { id }, body: { decision: 'accept', updatedAt: seenAt } } as const;
    expect((await t.call(decideChanges, call, former)).status).toBe(403);
    for (const status of ['rejected', 'approved'] as const)
      await t.call(editApp, { params: { id }, body: { status } }, admin);
    expect((await listed()).body).toEqual([]);
  });
});
