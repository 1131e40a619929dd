import { submitApp } from '@zapdeck/contract/apps/apps';
import { recordDurations, recordInteraction } from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apps } from '../db/schema/apps.table.ts';
import { purgeExpired } from '../testing/purge-expired.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { idempotencyKeys } from '../db/schema/idempotency.table.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let member: Person;
let keys = 0;
beforeAll(async () => {
  t = await openTestApp();
  member = await t.person('member');
});
afterAll(() => t.close());

const newKey = (): string => `key-${(keys += 1)}`;

const vote = (appId: string, key: string, as = member, voteType: 'up' | 'down' = 'up') =>
  t.call(castVote, { body: { appId, voteType } }, as, { 'idempotency-key': key });

const votesFor = async (appId: string) => (await t.readApp(appId)).upvotes;

test('repeats the response of a toggle without undoing it', async () => {
  const { id: appId } = await t.addApp();
  const key = newKey();
  const first = await vote(appId, key);
  const again = await vote(appId, key);
  expect(first.body).toMatchObject({ message: 'Vote recorded', upvotes: 1 });
  expect(again.status).toBe(first.status);
  expect(again.body).toEqual(first.body);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(again.headers['cache-control']).toBe('no-store');
  expect(await votesFor(appId)).toBe(1);
  // Under another key, or without one, it toggles again.
  expect((await vote(appId, newKey())).body.message).toBe('Vote removed');
  expect((await t.call(castVote, { body: { appId, voteType: 'up' } }, member)).body.upvotes).toBe(1);
});

test('runs twelve concurrent copies once and sends all of them the same response', async () => {
  const { id: appId } = await t.addApp();
  const key = newKey();
  const responses = await Promise.all(Array.from({ length: 12 }, () => vote(appId, key)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await votesFor(appId)).toBe(1);
});

describe('a key of another request', () => {
  test('is rejected with another body', async () => {
    const { id: appId } = await t.addApp();
    const key = newKey();
    await vote(appId, key);
    const { status, error } = await vote(appId, key, member, 'down');
    expect(status).toBe(422);
    expect(error.code).toBe('idempotency_key_reused');
    expect(await t.readApp(appId)).toMatchObject({ upvotes: 1, downvotes: 0 });
  });

  test('is rejected at another endpoint', async () => {
    const { id: appId } = await t.addApp();
    const key = newKey();
    await vote(appId, key);
    const body = { appId, interactionType: 'view' } as const;
    const { error } = await t.call(recordInteraction, { body }, member, { 'idempotency-key': key });
    expect(error.code).toBe('idempotency_key_reused');
    expect((await t.readApp(appId)).views).toBe(0);
  });

  test('is accepted from another user', async () => {
    const { id: appId } = await t.addApp();
    const key = newKey();
    await vote(appId, key);
    expect((await vote(appId, key, await t.person('member'))).body.upvotes).toBe(2);
  });
});

test('does not store an error, so a retry with the key runs', async () => {
  const { id: appId } = await t.addApp({ status: 'pending' });
  const key = newKey();
  expect((await vote(appId, key)).error.code).toBe('app_not_found');
  await t.deps.db.update(apps).set({ status: 'approved' }).where(eq(apps.id, appId));
  expect((await vote(appId, key)).body).toMatchObject({ upvotes: 1 });
});

test('repeats the 201 of a submission under its key, and rejects its URL under another key', async () => {
  const form = { title: 'T', description: 'D', url: 'https://once.example.com/', category: 'Games' as const };
  const headers = { 'idempotency-key': newKey() };
  const first = await t.call(submitApp, { body: form }, member, headers);
  const again = await t.call(submitApp, { body: form }, member, headers);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).toBe(first.body.id);
  const other = await t.call(submitApp, { body: form }, member, { 'idempotency-key': newKey() });
  expect(other.error).toMatchObject({
    code: 'url_taken',
    message: expect.stringContaining('waiting for review'),
  });
});

test('runs an endpoint once that opens its own transactions', async () => {
  const { id: appId } = await t.addApp();
  const sender = await t.person('member', { durationsSentAt: new Date(t.clock.now.getTime() - 60_000) });
  const headers = { 'idempotency-key': newKey() };
  for (let sends = 0; sends < 2; sends += 1) {
    const sent = await t.call(recordDurations, { body: { durations: { [appId]: 1_000 } } }, sender, headers);
    expect(sent.body).toEqual({ counted: true });
  }
  expect((await t.readApp(appId)).timeSpent).toBe(1_001);
});

test('expires after 24 hours', async () => {
  const { id: appId } = await t.addApp();
  const key = newKey();
  await vote(appId, key);
  t.clock.advance(DAY_MS - 1);
  expect((await vote(appId, key)).body.message).toBe('Vote recorded');
  t.clock.advance(1);
  expect((await vote(appId, key)).body.message).toBe('Vote removed');
  t.clock.advance(DAY_MS);
  await purgeExpired(t);
  expect(await t.deps.db.select().from(idempotencyKeys)).toEqual([]);
});

test.each(['', 'a b', 'schlüssel', 'x'.repeat(256)])('rejects the key %j', async (key) => {
  const { id: appId } = await t.addApp();
  const { status, error } = await vote(appId, key);
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})).toEqual(['idempotency-key']);
  expect(await votesFor(appId)).toBe(0);
});

test('runs work after the response once, and only for the stored submission', async () => {
  const fetched: string[] = [];
  const withPages = await openTestApp({
    fetchPublic: async (url) => {
      fetched.push(url);
      return { page: null, failure: 'connection_failed' };
    },
  });
  try {
    const as = await withPages.person('member');
    const form = {
      title: 'T',
      description: 'D',
      url: 'https://once.example.com/',
      category: 'Games' as const,
    };
    const submit = () => withPages.call(submitApp, { body: form }, as, { 'idempotency-key': 'once' });
    const responses = await Promise.all([submit(), submit(), submit()]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    const refused = { 'idempotency-key': 'twice' };
    expect((await withPages.call(submitApp, { body: form }, as, refused)).status).toBe(409);
    await withPages.deps.background.idle();
    expect(fetched).toHaveLength(1);
    expect((await withPages.readApp(responses[0]?.body.id ?? '')).frameCheckedAt).not.toBeNull();
  } finally {
    await withPages.close();
  }
});
