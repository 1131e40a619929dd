import {
  InteractionType,
  INTERACTIONS_MAX,
  recordDurations,
  recordInteraction,
  recordInteractions,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { purgeExpired } from '../../testing/purge-expired.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { interactionBatches, seenApps, userAppInteractions } from '../../db/schema/interactions.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

type Entry = readonly [appId: string, interactionType: InteractionType, duration?: number];

function send(person: Person, entries: readonly Entry[], batchId = newId(), owner?: Person) {
  const interactions = entries.map(([appId, interactionType, duration = 0]) => ({
    appId,
    interactionType,
    duration,
  }));
  const whose = owner === undefined ? {} : { userId: idOf(owner) };
  return test.call(recordInteractions, { body: { interactions, batchId, ...whose } }, person);
}

const idOf = (person: Person): string => person.user?.id ?? '';
const viewsOf = async (appId: string) => (await test.readApp(appId)).views;
const storedOf = (person: Person) =>
  test.deps.db
    .select()
    .from(userAppInteractions)
    .where(eq(userAppInteractions.userId, idOf(person)))
    .orderBy(userAppInteractions.createdAt, userAppInteractions.id);
const addApps = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => test.addApp()))).map(({ id }) => id);

it('stores all interactions in their order, and counts each viewed app once', async () => {
  const [one = '', two = '', three = ''] = await addApps(3);
  const member = await test.person('member');
  const entries: Entry[] = [
    [three, 'view', 1_000],
    [three, 'skip', 1_500.4],
    [one, 'view', 1_000],
    [one, 'view', 1_000],
    [one, 'like', 40],
    [two, 'swipe'],
  ];
  const answer = await send(member, entries);
  expect(answer.status).toBe(201);
  expect(answer.body.counted.toSorted()).toEqual([one, three].toSorted());
  const stored = await storedOf(member);
  expect(stored.map(({ appId, interactionType }) => [appId, interactionType])).toEqual(
    entries.map(([appId, type]) => [appId, type]),
  );
  expect(stored.map(({ duration }) => duration)).toEqual([1_000, 1_500, 1_000, 1_000, 40, 0]);
  expect(stored.at(-1)?.createdAt).toEqual(test.clock.now);
  expect([await viewsOf(one), await viewsOf(two), await viewsOf(three)]).toEqual([1, 0, 1]);
  // Recycled apps come back in the order in which they were seen.
  const seen = await test.deps.db
    .select()
    .from(seenApps)
    .where(eq(seenApps.userId, idOf(member)))
    .orderBy(seenApps.lastViewedAt);
  expect(seen.map(({ appId }) => appId)).toEqual([three, one, two]);
  expect((await test.readApp(one)).rankingScore).toBeCloseTo((await test.readApp(two)).rankingScore + 0.1);
});

it('has the same effect as single interactions', async () => {
  const ids = await addApps(4);
  const [together, singly] = [await test.person('member'), await test.person('member')];
  const entries = Array.from(
    { length: 30 },
    (_, index): Entry => [
      ids[(index * 7) % 4] ?? '',
      InteractionType.options[(index * 3) % 5] ?? 'view',
      index * 10,
    ],
  );
  const before = await Promise.all(ids.map(viewsOf));
  const grown = async () => {
    const now = await Promise.all(ids.map(viewsOf));
    return now.map((views, index) => views - (before[index] ?? 0));
  };
  await send(together, entries);
  const once = await grown();
  for (const [appId, interactionType, duration = 0] of entries) {
    await test.call(recordInteraction, { body: { appId, interactionType, duration } }, singly);
  }
  expect(await grown()).toEqual(once.map((views) => views * 2));
  const kept = async (person: Person) =>
    (await storedOf(person)).map(({ appId, interactionType, duration }) => [
      appId,
      interactionType,
      duration,
    ]);
  expect(await kept(together)).toEqual(await kept(singly));
});

it('counts a view again after the window, even after a single view', async () => {
  const [appId = ''] = await addApps(1);
  const member = await test.person('member');
  await test.call(recordInteraction, { body: { appId, interactionType: 'view' } }, member);
  test.clock.advance(VIEW_WINDOW_MS - 1);
  expect((await send(member, [[appId, 'view']])).body.counted).toEqual([]);
  test.clock.advance(1);
  expect((await send(member, [[appId, 'view']])).body.counted).toEqual([appId]);
  expect(await viewsOf(appId)).toBe(2);
});

describe('a batch', () => {
  it('counts once, even if it arrives again with other contents', async () => {
    const [one = '', two = ''] = await addApps(2);
    const member = await test.person('member');
    const batchId = newId();
    await send(member, [[one, 'view']], batchId);
    test.clock.advance(2 * VIEW_WINDOW_MS);
    const entries: Entry[] = [
      [one, 'view'],
      [two, 'view'],
    ];
    expect(await send(member, entries, batchId)).toMatchObject({ status: 201, body: { counted: [] } });
    expect(await storedOf(member)).toHaveLength(1);
    expect([await viewsOf(one), await viewsOf(two)]).toEqual([1, 0]);
  });

  it('counts once for concurrent copies', async () => {
    const [appId = ''] = await addApps(1);
    const member = await test.person('member');
    const batchId = newId();
    const entries: Entry[] = [
      [appId, 'view'],
      [appId, 'like'],
    ];
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(member, entries, batchId)));
    expect(answers.filter(({ body }) => body.counted.length > 0)).toHaveLength(1);
    expect(await storedOf(member)).toHaveLength(2);
    expect(await viewsOf(appId)).toBe(1);
  });

  it('counts once per user', async () => {
    const [appId = ''] = await addApps(1);
    const batchId = newId();
    await send(await test.person('member'), [[appId, 'view']], batchId);
    await send(await test.person('member'), [[appId, 'view']], batchId);
    expect(await viewsOf(appId)).toBe(2);
  });

  it('counts once for a day, because its id is stored that long', async () => {
    const member = await test.person('member');
    await send(member, [[(await addApps(1))[0] ?? '', 'skip']]);
    const kept = async () =>
      (
        await test.deps.db
          .select()
          .from(interactionBatches)
          .where(eq(interactionBatches.userId, idOf(member)))
      ).length;
    test.clock.advance(23 * 3_600_000);
    await purgeExpired(test);
    expect(await kept()).toBe(1);
    test.clock.advance(3_600_000);
    await purgeExpired(test);
    expect(await kept()).toBe(0);
  });
});

it('concurrent batches, views, votes and times all count, without a deadlock', async () => {
  const ids = await addApps(6);
  const people = await Promise.all(
    Array.from({ length: 8 }, () => test.person('member', { durationsSentAt: new Date(0) })),
  );
  const call = (index: number): Promise<{ status: number }> => {
    const person = people[index % people.length] as Person;
    const turned = [...ids.slice(index % 6), ...ids.slice(0, index % 6)];
    const order = index % 2 ? turned : turned.toReversed();
    const [appId = ''] = order;
    if (index % 5 === 0) return test.call(castVote, { body: { appId, voteType: 'up' } }, person);
    if (index % 5 === 1) {
      const durations = Object.fromEntries(order.map((id) => [id, 5]));
      return test.call(recordDurations, { body: { durations } }, person);
    }
    if (index % 5 === 2) {
      return test.call(recordInteraction, { body: { appId, interactionType: 'view' } }, person);
    }
    return send(
      person,
      order.map((id, place): Entry => [id, place % 2 ? 'skip' : 'view']),
    );
  };
  // No more at a time than there are connections.
  for (let round = 0; round < 16; round += 1) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => call(round * 12 + index)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  }
  const { rows } = await test.deps.pool.query(
    `SELECT apps.id FROM apps WHERE apps.id = ANY($1)
       AND views <> (SELECT count(*) FROM seen_apps WHERE app_id = apps.id AND view_counted_at IS NOT NULL)`,
    [ids],
  );
  expect(rows).toEqual([]);
});

describe('refusals', () => {
  it('rejects a visitor with unauthorized', async () => {
    const [appId = ''] = await addApps(1);
    expect(await send(visitor, [[appId, 'view']])).toMatchObject({
      status: 401,
      error: { code: 'unauthorized' },
    });
    expect(await viewsOf(appId)).toBe(0);
  });

  it('stores only the seen apps of a guest', async () => {
    const [appId = ''] = await addApps(1);
    const guest = await test.person('guest');
    const entries: Entry[] = [
      [appId, 'view'],
      [appId, 'like'],
    ];
    expect(await send(guest, entries)).toMatchObject({ status: 201, body: { counted: [], zapCount: 0 } });
    expect([await storedOf(guest), await viewsOf(appId)]).toEqual([[], 0]);
    const seen = await test.deps.db
      .select()
      .from(seenApps)
      .where(eq(seenApps.userId, idOf(guest)));
    expect(seen).toMatchObject([{ appId, viewCountedAt: null }]);
    expect(await send(guest, entries, newId(), await test.person('member'))).toMatchObject({ status: 409 });
  });

  it('skips unknown and unapproved apps', async () => {
    const [fine = ''] = await addApps(1);
    const others = [await test.addApp({ status: 'pending' }), await test.addApp({ status: 'rejected' })];
    const member = await test.person('member');
    const ids = [...others.map(({ id }) => id), newId(), fine];
    const entries = ids.flatMap((id): Entry[] => [
      [id, 'view'],
      [id, 'like'],
    ]);
    expect((await send(member, entries)).body).toEqual({ counted: [fine], zapCount: 1 });
    expect((await storedOf(member)).map(({ appId }) => appId)).toEqual([fine, fine]);
    for (const { id } of others) expect(await viewsOf(id)).toBe(0);
  });

  it.each([0, INTERACTIONS_MAX + 1])('rejects a batch with %i interactions', async (length) => {
    const [appId = ''] = await addApps(1);
    const entries = Array.from({ length }, (): Entry => [appId, 'skip']);
    expect(await send(await test.person('member'), entries)).toMatchObject({
      status: 400,
      error: { code: 'invalid_input', fields: { interactions: expect.any(String) } },
    });
  });

  it('rejects a batch that another user recorded, and counts it once that user sends it', async () => {
    const [appId = ''] = await addApps(1);
    const [member, another] = [await test.person('member'), await test.person('member')];
    const batchId = newId();
    const entries: Entry[] = [[appId, 'view']];
    expect(await send(another, entries, batchId, member)).toMatchObject({
      status: 409,
      error: { code: 'session_changed' },
    });
    expect([await storedOf(another), await viewsOf(appId)]).toEqual([[], 0]);
    expect((await send(member, entries, batchId, member)).body.counted).toEqual([appId]);
  });

  it('rejects the whole batch for one invalid entry, and accepts its id later', async () => {
    const [appId = ''] = await addApps(1);
    const member = await test.person('member');
    const batchId = newId();
    const wrong: Entry[] = [
      [appId, 'view'],
      [appId, 'like', -1],
    ];
    const answer = await send(member, wrong, batchId);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['interactions.1.duration']);
    expect((await send(member, [[appId, 'view']], batchId)).body.counted).toEqual([appId]);
  });
});
