import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

let test: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  test = await openTestApp();
  feed = feedFixture(test);
});
afterAll(() => test.close());
beforeEach(() => feed.reset());

async function ask(person: Person, cursor?: unknown) {
  const query = typeof cursor === 'string' ? { cursor } : {};
  const { status, body, headers } = await test.call(listFeed, { query }, person);
  expect(status).toBe(200);
  const titles = body.map(({ title }) => title).join(' ');
  return { titles, next: headers[NEXT_CURSOR_HEADER], end: headers[END_CURSOR_HEADER] };
}

it.each(['normal', 'semi_simple', 'simple'] as const)(
  '%s: only the last page tells the end, which brings what was approved since',
  async (algorithmType) => {
    await feed.set({ algorithmType, appsPerPage: 2 });
    await feed.addRanked('a1 a2 a3');
    for (const role of ['guest', 'member'] as const) {
      const person = await test.person(role);
      const first = await ask(person);
      expect([first.titles, first.end]).toEqual(['a1 a2', undefined]);
      const last = await ask(person, first.next);
      expect([last.titles, last.next]).toEqual(['a3', undefined]);
      const nothing = await ask(person, last.end);
      expect([nothing.titles, nothing.next]).toEqual(['', undefined]);

      const waiting = await test.addApp({ title: 'late', status: 'pending' });
      const added = [await test.addApp({ title: 'b1' }), await test.addApp({ title: 'b2', upvotes: 9 })];
      await test.deps.db.update(apps).set({ status: 'approved' }).where(eq(apps.id, waiting.id));
      await test.deps.db.update(apps).set({ upvotes: 50 }).where(eq(apps.title, 'a3'));
      const new1 = await ask(person, nothing.end);
      expect([new1.titles, new1.end]).toEqual(['b1 b2', undefined]);
      const new2 = await ask(person, new1.next);
      expect([new2.titles, new2.next]).toEqual(['late', undefined]);
      expect((await ask(person, new2.end)).titles).toBe('');
      // However long ago the end was.
      expect((await ask(person, last.end)).titles).toBe('b1 b2');
      for (const { id } of [waiting, ...added]) await test.deps.db.delete(apps).where(eq(apps.id, id));
      await test.deps.db.update(apps).set({ upvotes: 1 }).where(eq(apps.title, 'a3'));
    }
  },
);

it('an empty catalogue ends at once, and its end brings the first app', async () => {
  const guest = await test.person('guest');
  const empty = await ask(guest);
  expect([empty.titles, empty.next]).toEqual(['', undefined]);
  await test.addApp({ title: 'first' });
  expect((await ask(guest, empty.end)).titles).toBe('first');
});
