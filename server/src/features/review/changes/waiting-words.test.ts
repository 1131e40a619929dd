import { downloadData } from '@zapdeck/contract/accounts/account';
import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { editApp } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { editOwnApp, type OwnAppEdit, withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { changedAppsCsv } from '@zapdeck/contract/wire/csv-exports';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { saveMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { badgeUrl } from '@zapdeck/contract/instance/pages';
import { ownApp, ownAppHistory } from '@zapdeck/contract/apps/own-app';
import { todaysAppsPath } from '@zapdeck/contract/instance/screens';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { changeMails } from './change-mails.ts';
import { queuedJobs, runJob } from '../../../testing/queued-jobs.ts';

const approved = { title: 'Kitten counter', description: 'Counts the kittens of your garden.' };
const scam = { title: 'PayPal: official sign-in', description: 'Sign in to PayPal with your password.' };
const env = { PUBLIC_URL: 'http://zaps.example.org' };

let t: TestApp;
let maker: Person;
let admin: Person;
let id: string;
beforeAll(async () => {
  t = await openTestApp({ env });
  maker = await t.person('member', { firstName: 'Mia', emailVerifiedAt: new Date() });
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  t.clock.advance(60_000);
  await t.deps.db.delete(apps);
  ({ id } = await t.addApp({ ...approved, submittedBy: maker.user?.id ?? '' }));
});

const edit = async (body: OwnAppEdit) => {
  t.clock.advance(1_000);
  const edited = await t.call(editOwnApp, { params: { id }, body }, maker);
  expect(edited.status).toBe(200);
  return edited.body;
};
const read = async () => (await t.call(ownApp, { params: { id } }, maker)).body;
const listed = async () => (await t.call(changedApps, { query: {} }, admin)).body;
const decide = async (decision: 'accept' | 'refuse', reason: string | null = null) => {
  const [changed] = await listed();
  t.clock.advance(1_000);
  const body = { decision, reason, updatedAt: changed?.seenAt ?? '' };
  return t.call(decideChanges, { params: { id }, body }, admin);
};
const setVerified = (verifiedAt: Date | null) =>
  t.deps.db.update(apps).set({ verifiedAt }).where(eq(apps.id, id));
const entries = async () => (await t.call(auditLog, { query: { target: id } }, admin)).body;

describe('an edit by an unverified maker', () => {
  test('waits per field if most words are new, and publishes other fields at once', async () => {
    const after = await edit({
      title: scam.title,
      description: 'Counts the kittens of your house.',
      category: 'Games',
    });
    expect(after).toMatchObject({
      title: approved.title,
      waitingTitle: scam.title,
      description: 'Counts the kittens of your house.',
      waitingDescription: null,
      category: 'Games',
    });
    expect((await listed())[0]?.changes).toEqual([
      { field: 'title', before: approved.title, after: scam.title, isWaiting: true },
      {
        field: 'description',
        before: approved.description,
        after: 'Counts the kittens of your house.',
        isWaiting: false,
      },
      { field: 'category', before: 'Music & Audio', after: 'Games', isWaiting: false },
    ]);
    expect((await entries())[0]).toMatchObject({
      action: 'app.changed',
      before: { waitingTitle: null },
      after: { waitingTitle: scam.title },
    });
    const { body: history } = await t.call(ownAppHistory, { params: { id }, query: {} }, maker);
    expect(history[0]?.changed).toContain('waitingTitle');
  });

  test('is compared with the approved text instead of earlier edits', async () => {
    expect((await edit({ title: 'PayPal counter' })).title).toBe('PayPal counter');
    expect(await edit({ title: 'PayPal sign-in' })).toMatchObject({
      title: 'PayPal counter',
      waitingTitle: 'PayPal sign-in',
    });
  });

  test('replaces a waiting text, and is cancelled by the public text or a small change', async () => {
    await edit({ title: scam.title });
    expect((await edit({ title: 'Bank of Kittens' })).waitingTitle).toBe('Bank of Kittens');
    expect((await edit({ tags: ['New'] })).waitingTitle).toBe('Bank of Kittens');
    expect((await edit({ title: approved.title, tags: [] })).waitingTitle).toBeNull();
    expect(await listed()).toEqual([]);
    await edit({ description: scam.description });
    expect(await edit({ description: 'Counts the kittens of your street.' })).toMatchObject({
      description: 'Counts the kittens of your street.',
      waitingDescription: null,
    });
  });

  test('waits together with an address, and is accepted or refused with it', async () => {
    const url = 'https://new.example.net/';
    for (const decision of ['refuse', 'accept'] as const) {
      await edit({ ...scam, url });
      const { body } = await decide(decision);
      expect(body).toMatchObject({ waitingTitle: null, waitingDescription: null, waitingUrl: null });
      expect(body).toMatchObject(decision === 'accept' ? { ...scam, url } : approved);
      expect(await listed()).toEqual([]);
    }
    expect(await edit(approved)).toMatchObject({ ...scam, waitingTitle: approved.title });
  });

  test('changes all fields of a pending or rejected app at once', async () => {
    for (const status of ['pending', 'rejected'] as const) {
      await t.deps.db.update(apps).set({ status }).where(eq(apps.id, id));
      const words = { ...scam, title: `${scam.title} ${status}` };
      expect(await edit(words)).toMatchObject({ ...words, waitingTitle: null, waitingDescription: null });
    }
  });

  test('cannot add a custom tag, but can keep approved ones', async () => {
    await t.deps.db
      .update(apps)
      .set({ tags: ['Feline'] })
      .where(eq(apps.id, id));
    const call = { params: { id }, body: { tags: ['Feline', scam.title] } };
    const { status, error } = await t.call(editOwnApp, call, maker);
    expect([status, error.fields]).toEqual([400, { tags: 'Please choose from the offered tags' }]);
    expect((await edit({ tags: ['Free'] })).tags).toEqual(['Free']);
    expect((await edit({ tags: ['Feline', 'New'] })).tags).toEqual(['Feline', 'New']);
    await t.deps.db.update(apps).set({ status: 'pending' }).where(eq(apps.id, id));
    expect((await edit({ tags: [scam.title] })).tags).toEqual([scam.title]);
  });

  test('rejects a decision if it changed since, and a second decision', async () => {
    await edit({ title: scam.title });
    const [changed] = await listed();
    await edit({ title: 'Bank of Kittens' });
    const body = { decision: 'accept' as const, updatedAt: changed?.seenAt ?? '' };
    const late = await t.call(decideChanges, { params: { id }, body }, admin);
    expect([late.status, late.error.code]).toEqual([409, 'already_decided']);
    expect((await read()).title).toBe(approved.title);
    expect((await decide('accept')).body.title).toBe('Bank of Kittens');
    expect((await decide('accept')).status).toBe(400);
  });
});

describe('a verified maker', () => {
  test('publishes a text at once, which stays after the mark is lost', async () => {
    await setVerified(t.clock.now);
    expect(await edit(scam)).toMatchObject({ ...scam, waitingTitle: null });
    expect((await listed())[0]?.changes.map(({ isWaiting }) => isWaiting)).toEqual([false, false]);
    await setVerified(null);
    expect((await read()).title).toBe(scam.title);
    expect(await edit({ title: 'PayPal: official bank' })).toMatchObject({
      title: scam.title,
      waitingTitle: 'PayPal: official bank',
    });
    expect((await decide('refuse')).body).toMatchObject(approved);
  });

  test('publishes a waiting text by sending it again', async () => {
    await edit({ title: scam.title });
    await setVerified(t.clock.now);
    expect((await read()).waitingTitle).toBe(scam.title);
    expect(await edit({ title: scam.title })).toMatchObject({ title: scam.title, waitingTitle: null });
  });
});

describe('waiting texts', () => {
  test('are dropped on withdrawal or rejection, and restored by an undo', async () => {
    await edit(scam);
    const rejected = await t.call(decideApps, { body: { ids: [id], decision: 'rejected' } }, admin);
    expect(await read()).toMatchObject({ ...approved, waitingTitle: null, waitingDescription: null });
    await t.call(undoDecisions, { params: { id: rejected.body.batchId ?? '' } }, admin);
    const waiting = { waitingTitle: scam.title, waitingDescription: scam.description };
    expect(await read()).toMatchObject({ ...approved, ...waiting, status: 'approved' });
    expect((await listed())[0]?.changes.map(({ field }) => field)).toEqual(['title', 'description']);
    const withdrawn = await t.call(withdrawApp, { params: { id } }, maker);
    expect(withdrawn.body).toMatchObject({ ...approved, waitingTitle: null, waitingDescription: null });
    expect((await entries())[0]).toMatchObject({ before: waiting, after: { waitingTitle: null } });
  });

  test('keep waiting when a moderator edits the public text, which becomes the baseline', async () => {
    await edit(scam);
    const title = 'Kitten counter for gardens';
    const { body } = await t.call(editApp, { params: { id }, body: { title } }, admin);
    expect(body).toMatchObject({ title, waitingTitle: scam.title });
    expect((await listed())[0]?.changes[0]).toMatchObject({ before: title, after: scam.title });
    expect((await decide('refuse')).body).toMatchObject({ title, waitingTitle: null });
  });

  test('stop waiting when a moderator makes the same edit', async () => {
    await edit(scam);
    await t.call(editApp, { params: { id }, body: { title: scam.title } }, admin);
    expect(await read()).toMatchObject({
      title: scam.title,
      waitingTitle: null,
      waitingDescription: scam.description,
    });
    await t.call(editApp, { params: { id }, body: { description: scam.description } }, admin);
    expect(await read()).toMatchObject({ ...scam, waitingDescription: null });
    expect(await listed()).toEqual([]);
  });

  test('are only in the export of changes and in the maker’s download', async () => {
    await edit(scam);
    const { payload } = await t.app.inject({ url: changedAppsCsv.path, cookies: admin.cookies });
    expect(payload).toContain(scam.title);
    const { body } = await t.call(downloadData, {}, maker);
    expect(body.waitingWords).toMatchObject([{ appId: id, ...scam }]);
    expect((await t.call(ownApp, { params: { id } }, await t.person('member'))).status).toBe(404);
  });

  test('are named in the mail about the decision only if they were accepted', async () => {
    const send = async () => {
      const job = (await queuedJobs(t.deps.pool, changeMails, { appId: id })).at(-1);
      if (job) await runJob(t, changeMails, job);
      return t.sentMails.at(-1);
    };
    await edit(scam);
    await decide('refuse', 'This is another app.');
    const refused = await send();
    expect(refused?.subject).toBe('Your changes to “Kitten counter” were not accepted');
    expect(refused?.text).toMatch(/We did not approve your changes to .*: title and description\./);
    expect(refused?.text).toContain('This is another app.');
    expect(refused?.text).not.toContain('PayPal');
    await edit(scam);
    await decide('accept');
    expect((await send())?.subject).toContain(scam.title);
  });
});

test('are in no public document until they are accepted', async () => {
  const form = { handle: 'mia-makes', name: 'Mia', line: '', links: [] };
  expect((await t.call(saveMakerPage, { body: form }, maker)).status).toBe(200);
  const { pageUrl } = await edit(scam);
  const viewer = await t.person('member');
  /** Reads from a new node, which has cached no document. */
  const readPublic = async (page: string) => {
    const node = await openTestApp({ env, database: t.database });
    const at = (address: string) => new URL(address, env.PUBLIC_URL).pathname;
    const paths = [
      at(page),
      at(badgeUrl(page, 'pill')),
      todaysAppsPath,
      '/m/mia-makes',
      '/feeds/new.xml',
      '/feeds/new.json',
      '/sitemap.xml',
      `/oembed?url=${encodeURIComponent(page)}`,
      listFeed.path,
    ];
    const responses = await Promise.all(
      paths.map(async (url) => [url, await node.app.inject({ url, cookies: viewer.cookies })] as const),
    );
    await node.close();
    for (const [url, { statusCode }] of responses) expect([url, statusCode]).toEqual([url, 200]);
    return responses.map(([url, { body }]) => [url, body] as const);
  };
  const before = await readPublic(pageUrl);
  for (const [url, body] of before) expect(body.toLowerCase(), url).not.toMatch(/paypal|password/);
  const shown = before.filter(([, body]) => body.includes(approved.title)).map(([url]) => url);
  expect(shown.length).toBeGreaterThanOrEqual(6);
  const { body: accepted } = await decide('accept');
  const after = await readPublic(accepted.pageUrl);
  const changed = after.filter(([, body]) => body.includes(scam.title)).map(([url]) => url);
  expect(changed).toHaveLength(shown.length);
});
