import { FeedApp, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { advertisementConfig, saveAdvertisementConfig } from '@zapdeck/contract/instance/settings';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { shapeTag } from '../../../http/entity-tag.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../../testing/test-app.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';

let test: TestApp;
let [owner, viewer, other]: Person[] = [];
let ids: string[];
beforeAll(async () => {
  test = await openTestApp();
  [owner, viewer, other] = await Promise.all([1, 2, 3].map(() => test.person('member')));
  const submittedBy = owner?.user?.id ?? '';
  ids = [await test.addApp({ submittedBy, tags: ['Free', 'New'] }), await test.addApp()].map(({ id }) => id);
});
afterAll(() => test.close());

const poll = (tag?: string, as = viewer) =>
  test.call(
    listFeed,
    { query: { ids: ids.join(',') } },
    as,
    tag === undefined ? {} : { 'if-none-match': tag },
  );
const vote = (voteType: 'up' | 'down', as = viewer) =>
  test.call(castVote, { body: { appId: ids[0] ?? '', voteType } }, as);

it('returns 304 for a poll without changes', async () => {
  const first = await poll();
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-cache' } });
  const again = await poll(String(first.headers['etag']));
  expect(again).toMatchObject({ status: 304, body: undefined, headers: { etag: first.headers['etag'] } });
});

it('returns 304 for any form of the tag, per user and encoding', async () => {
  const first = await poll();
  const tag = String(first.headers['etag']);
  expect(tag).toMatch(/^W\/"/);
  expect(first.headers['vary']).toBe('cookie, accept-encoding');
  for (const known of [tag.slice(2), `"x", ${tag}`, '*']) {
    const { status, headers } = await poll(known);
    expect
      .soft([known, status, headers['etag'], headers['vary']])
      .toEqual([known, 304, tag, first.headers['vary']]);
  }
  expect((await poll('"x"')).status).toBe(200);
});

it.each<[string, () => Promise<unknown>]>([
  ['an own vote', () => vote('up')],
  ['a switched own vote', () => vote('down')],
  ['a vote of another user', () => vote('up', other)],
  ['a title', () => test.deps.db.update(apps).set({ title: 'Larger Piano' })],
  [
    'the submitter’s name',
    () =>
      test.deps.db
        .update(users)
        .set({ firstName: 'Alex' })
        .where(eq(users.id, owner?.user?.id ?? '')),
  ],
  [
    'a rejection',
    () =>
      test.deps.db
        .update(apps)
        .set({ status: 'rejected' })
        .where(eq(apps.id, ids[1] ?? '')),
  ],
  [
    'a role',
    () =>
      test.deps.db
        .update(users)
        .set({ isAdmin: true })
        .where(eq(users.id, viewer?.user?.id ?? '')),
  ],
])('%s changes response and tag', async (_what, change) => {
  const before = await poll();
  await change();
  const after = await poll(String(before.headers['etag']));
  expect(after.status).toBe(200);
  expect(after.body).not.toEqual(before.body);
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});

it('returns 200 for the tag of a release with another schema', async () => {
  const tag = String((await poll()).headers['etag']);
  const grown = z.extend(FeedApp, {
    submitter: z.nullable(z.object({ firstName: z.string(), web: z.string() })),
  });
  expect(shapeTag(grown)).not.toBe(shapeTag(FeedApp));
  expect(tag).toContain(shapeTag(FeedApp));
  expect((await poll(tag.replace(shapeTag(FeedApp), shapeTag(grown)))).status).toBe(200);
});

it('returns 200 for the tag of another user', async () => {
  const { headers } = await poll();
  expect((await poll(String(headers['etag']), other)).status).toBe(200);
});

it('returns each user’s own response to concurrent requests', async () => {
  await vote('up');
  const people = [viewer, owner, other, visitor, viewer];
  const alone: Awaited<ReturnType<typeof poll>>[] = [];
  for (const person of people) alone.push(await poll(undefined, person));
  const tags = alone.map(({ headers }) => headers['etag']);
  expect(new Set(tags).size).toBe(4);
  const together = await Promise.all(people.map((person) => poll(undefined, person)));
  // The refusal of the visitor carries the number of the request.
  const pages = (responses: typeof alone) =>
    responses.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200]);
  expect(pages(together)).toEqual(pages(alone));
  const again = await Promise.all(people.map((person, index) => poll(String(tags[index]), person)));
  expect(again.map(({ status }) => status)).toEqual([304, 304, 304, 401, 304]);
  const swapped = await Promise.all([poll(String(tags[1])), poll(String(tags[0]), owner)]);
  expect(swapped.map(({ status }) => status)).toEqual([200, 200]);
});

it('returns 304 for a page of unchanged apps', async () => {
  const page = (headers: Record<string, string>) => test.call(listFeed, { query: {} }, other, headers);
  const first = await page({});
  expect((await page({ 'if-none-match': String(first.headers['etag']) })).status).toBe(304);
  await vote('down', other);
  expect((await page({ 'if-none-match': String(first.headers['etag']) })).status).toBe(200);
});

it('responses without runtime validation match the schema of the contract', async () => {
  for (const response of [await poll(), await test.call(listFeed, { query: {} }, other)]) {
    expect(response.body.length).toBeGreaterThan(0);
    expect(response.body.map((app) => FeedApp.parse(app))).toEqual(response.body);
  }
  expect((await test.call(listFeed, { query: {} }, other)).headers[NEXT_CURSOR_HEADER]).toBeUndefined();
});

it('the tag of the advertisement configuration depends on its content', async () => {
  const read = (headers: Record<string, string>) => test.call(advertisementConfig, {}, other, headers);
  const { headers } = await read({});
  const known = { 'if-none-match': String(headers['etag']) };
  expect(await read(known)).toMatchObject({ status: 304, body: undefined });
  const admin = await test.person('admin');
  await test.call(saveAdvertisementConfig, { body: { enabled: true, zapsBetweenAds: 4 } }, admin);
  expect(await read(known)).toMatchObject({ status: 200, body: { enabled: true, zapsBetweenAds: 4 } });
});
