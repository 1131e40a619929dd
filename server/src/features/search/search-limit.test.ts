import { listFeed } from '@zapdeck/contract/feed/feed';
import { searchApps } from '@zapdeck/contract/feed/search';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { searchesPerNetwork } from './search-apps.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
});
afterAll(() => t.close());

const deck = (key: string, person: Person) => t.call(listFeed, { query: { deck: key } }, person);

test('searches are limited per network, over all users', { tags: 'long' }, async () => {
  const guests = await Promise.all(Array.from({ length: 2 }, () => t.person('guest')));
  const statuses: number[] = [];
  for (let call = 0; call < searchesPerNetwork.calls + 2; call += 1)
    statuses.push((await deck('search:chess', guests[call % 2] ?? visitor)).status);
  expect(statuses.indexOf(429)).toBe(searchesPerNetwork.calls);
  expect((await deck('best', guests[0] ?? visitor)).status).toBe(200);
});

test('concurrent searches of many networks leave connections to other requests', async () => {
  const [member] = await Promise.all([t.person('member'), t.addApp()]);
  const client = await t.deps.pool.connect();
  const finished: string[] = [];
  const note = (what: string) => (answer: { status: number }) => finished.push(`${what} ${answer.status}`);
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE known_words IN ACCESS EXCLUSIVE MODE');
    const searches = Array.from({ length: 40 }, (_, n) =>
      t
        .call(searchApps, { query: { q: 'chess' } }, { ...visitor, address: `203.0.${n}.1` })
        .then(note('search')),
    );
    await deck('best', member).then(note('feed'));
    expect(finished).toContain('feed 200');
    expect(finished).not.toContain('search 200');
    await client.query('ROLLBACK');
    await Promise.all(searches);
  } finally {
    // Ends the transaction if the test has failed.
    client.release(true);
  }
  expect(finished).toContain('search 200');
});
