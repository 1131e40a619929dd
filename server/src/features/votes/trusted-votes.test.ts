import { clearHistory } from '@zapdeck/contract/feed/history';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { listFeed, NEXT_CURSOR_HEADER, END_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { refreshTrending } from '../feed/trending/trending.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let t: TestApp;
let apps: string[];
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps, decks CASCADE');
  apps = [];
  for (let n = 0; n < 12; n += 1) apps.push((await t.addApp({ category: 'Games' })).id);
});

const refresh = () => refreshTrending(t.deps.db, t.clock.now);
const old = () => new Date(t.clock.now.getTime() - 2 * DAY_MS);
const member = () => t.person('member', { createdAt: old(), emailVerifiedAt: old() });

const like = (person: Person, appId: string, headers = {}) =>
  t.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, person, headers);

const view = (person: Person, appIds: readonly string[], duration = 1_000, cursor?: string, ageMs = 0) => {
  const interactions = appIds.map((appId) => ({ appId, interactionType: 'view' as const, duration }));
  const body = { interactions, batchId: newId(), ageMs, ...(cursor === undefined ? {} : { cursor }) };
  return t.call(recordInteractions, { body }, person);
};

/** Opens a deck and returns its cursor, which a batch of views sends along. */
async function open(person: Person, deck = 'best'): Promise<string> {
  const { headers } = await t.call(listFeed, { query: { deck } }, person);
  return String(headers[NEXT_CURSOR_HEADER] ?? headers[END_CURSOR_HEADER]);
}

/** Runs the job and returns the number of trusted likes. */
async function trustedLikes(): Promise<number> {
  await refresh();
  const { rows } = await t.deps.pool.query<{ likes: number }>('SELECT likes FROM trust_state');
  return rows[0]?.likes ?? 0;
}

describe('a like is trusted', () => {
  test('after viewing the app for a second in a deck, and ten other apps', async () => {
    const person = await member();
    await view(person, apps, 1_000, await open(person));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(1);
  });

  test.each(['new', 'unseen', 'trending', 'category:games'])('from the deck %s', async (deck) => {
    const person = await member();
    await view(person, apps, 1_000, await open(person, deck));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(1);
  });

  test('from the deck for-you', async () => {
    const person = await member();
    for (const appId of apps.slice(2))
      await t.call(castVote, { body: { appId, voteType: 'down', mode: 'cast' } }, person);
    await view(person, apps, 1_000, await open(person, 'for-you'));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(1);
  });

  test('even if the app was later viewed for less than a second', async () => {
    const person = await member();
    await view(person, apps, 1_000, await open(person));
    await view(person, apps, 10);
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(1);
  });

  test('once its account is a day old, has a confirmed address and has viewed ten others', async () => {
    const person = await t.person('member', { createdAt: t.clock.now, emailVerifiedAt: null });
    await view(person, apps.slice(0, 10), 1_000, await open(person));
    await like(person, apps[0] ?? '');
    const id = person.user?.id;
    expect(await trustedLikes()).toBe(0);
    await t.deps.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [id]);
    await view(person, apps.slice(0, 11));
    expect(await trustedLikes()).toBe(0);
    t.clock.advance(DAY_MS - 1);
    expect(await trustedLikes()).toBe(0);
    t.clock.advance(1);
    expect(await trustedLikes()).toBe(1);
  });

  test('even if the deck deals the app days after the like', async () => {
    const person = await member();
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
    t.clock.advance(5 * DAY_MS);
    await view(person, apps, 1_000, await open(person));
    expect(await trustedLikes()).toBe(1);
  });

  test('after an hour if it was made in an earlier hour than the view', async () => {
    const untilHour = HOUR_MS - (t.clock.now.getTime() % HOUR_MS);
    t.clock.advance(untilHour);
    const person = await member();
    await like(person, apps[0] ?? '');
    await refresh();
    t.clock.advance(3 * HOUR_MS);
    await refresh();
    t.clock.advance(HOUR_MS / 2);
    // Sent two hours late.
    await view(person, apps, 1_000, await open(person), 2 * HOUR_MS);
    expect(await trustedLikes()).toBe(0);
    t.clock.advance(HOUR_MS / 2);
    expect(await trustedLikes()).toBe(1);
  });

  test('even if the job did not run for days', async () => {
    await refresh();
    const person = await member();
    await view(person, apps, 1_000, await open(person));
    await like(person, apps[0] ?? '');
    t.clock.advance(5 * DAY_MS);
    expect(await trustedLikes()).toBe(1);
  });

  test('if the account viewed the app as a guest', async () => {
    const guest = await t.person('guest');
    await view(guest, apps, 1_000, await open(guest));
    await t.deps.pool.query(
      `UPDATE users SET is_guest = false, email = 'was-guest@example.org', email_verified_at = $2, created_at = $2 WHERE id = $1`,
      [guest.user?.id, old()],
    );
    await like(guest, apps[0] ?? '');
    expect(await trustedLikes()).toBe(1);
  });

  test('even if the history is cleared and the seen apps are dealt again', async () => {
    const person = await member();
    await like(person, apps[0] ?? '');
    t.clock.advance(5 * DAY_MS);
    await refresh();
    await view(person, apps, 1_000, await open(person));
    const body = { userId: person.user?.id ?? '', dealAgain: true };
    expect((await t.call(clearHistory, { body }, person)).status).toBe(204);
    expect(await trustedLikes()).toBe(1);
  });
});

describe('a like is not trusted', () => {
  test('after a view without a deck, such as of a linked app', async () => {
    const person = await member();
    await view(person, apps);
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
  });

  test.each(['search:app', 'tag:Free', 'liked'])('from the deck %s', async (deck) => {
    const person = await member();
    await t.deps.pool.query(`UPDATE apps SET tags = '{Free}', title = 'app'`);
    if (deck === 'liked') for (const app of apps) await like(person, app);
    await view(person, apps, 1_000, await open(person, deck));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
  });

  test("from a maker's deck", async () => {
    const [person, maker] = [await member(), await t.person('member')];
    await t.deps.pool.query("UPDATE users SET handle = 'a-maker' WHERE id = $1", [maker.user?.id]);
    await t.deps.pool.query('UPDATE apps SET submitted_by = $1', [maker.user?.id]);
    await view(person, apps, 1_000, await open(person, 'maker:a-maker'));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
  });

  test('after a view of less than a second', async () => {
    const person = await member();
    await view(person, apps, 999, await open(person));
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
  });

  test('of an app that was dealt to another account', async () => {
    const [person, other] = [await member(), await member()];
    const cursor = await open(other);
    await view(person, apps, 1_000, cursor);
    await like(person, apps[0] ?? '');
    expect(await trustedLikes()).toBe(0);
  });

  test('after views of invented and unapproved apps, and repeated views of one app', async () => {
    const [person, appId = ''] = [await member(), ...apps];
    const unapproved: string[] = [];
    for (let n = 0; n < 10; n += 1)
      unapproved.push((await t.addApp({ status: n % 2 ? 'pending' : 'rejected' })).id);
    await view(person, [appId, ...unapproved, ...unapproved.map(newId)], 1_000, await open(person));
    for (let n = 0; n < 10; n += 1) await view(person, [appId, appId]);
    await like(person, appId);
    expect(await trustedLikes()).toBe(0);
  });

  test('if it is a dislike', async () => {
    const person = await member();
    await view(person, apps, 1_000, await open(person));
    await t.call(castVote, { body: { appId: apps[0] ?? '', voteType: 'down', mode: 'cast' } }, person);
    expect(await trustedLikes()).toBe(0);
  });
});

test('an address that the client claims does not count as another network', async () => {
  const addresses = ['203.0.113.7', '::ffff:203.0.113.9', '2001:db8:1:2::1', '2001:db8:1:ffff::1'];
  for (const address of addresses)
    await like({ ...(await member()), address }, apps[0] ?? '', {
      'x-forwarded-for': `192.0.2.${address.length}`,
    });
  const { rows } = await t.deps.pool.query('SELECT FROM vote_networks GROUP BY network');
  expect(rows).toHaveLength(2);
});
