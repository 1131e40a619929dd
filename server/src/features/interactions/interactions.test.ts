import {
  DURATION_MAX_MS,
  InteractionType,
  recordInteraction,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { seenApps, userAppInteractions } from '../../db/schema/interactions.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

function send(person: Person, appId: string, interactionType: InteractionType, duration?: number) {
  const body = { appId, interactionType, ...(duration === undefined ? {} : { duration }) };
  return test.call(recordInteraction, { body }, person);
}

async function seen(person: Person, appId: string) {
  const [row] = await test.deps.db
    .select()
    .from(seenApps)
    .where(and(eq(seenApps.appId, appId), eq(seenApps.userId, person.user?.id ?? '')));
  return row;
}

const stored = (appId: string) =>
  test.deps.db.select().from(userAppInteractions).where(eq(userAppInteractions.appId, appId));

const viewsOf = async (appId: string) => (await test.readApp(appId)).views;

it.each(InteractionType.options)('stores a %s and marks the app as seen', async (interactionType) => {
  const { id: appId } = await test.addApp();
  const member = await test.person('member');
  const answer = await send(member, appId, interactionType, 1_234.4);
  expect(answer).toMatchObject({ status: 201, body: { counted: interactionType === 'view' } });
  expect(await stored(appId)).toMatchObject([
    { userId: member.user?.id, interactionType, duration: 1_234, createdAt: test.clock.now },
  ]);
  expect(await seen(member, appId)).toMatchObject({
    lastViewedAt: test.clock.now,
    viewCountedAt: interactionType === 'view' ? test.clock.now : null,
  });
});

it('never moves the time of the last view back', async () => {
  const { id: appId } = await test.addApp();
  const member = await test.person('member');
  await send(member, appId, 'skip');
  const later = test.clock.now;
  test.clock.advance(-5_000);
  await send(member, appId, 'skip');
  test.clock.advance(5_000);
  expect((await seen(member, appId))?.lastViewedAt).toEqual(later);
});

it('stores a quick zap of less than 100 ms', async () => {
  const { id: appId } = await test.addApp();
  await send(await test.person('member'), appId, 'skip', 40);
  expect(await stored(appId)).toMatchObject([{ duration: 40 }]);
});

describe('a view', () => {
  it('counts once within the window, and again after it', async () => {
    const { id: appId, rankingScore } = await test.addApp();
    const member = await test.person('member');
    expect((await send(member, appId, 'view')).body.counted).toBe(true);
    test.clock.advance(VIEW_WINDOW_MS - 1);
    expect((await send(member, appId, 'view')).body.counted).toBe(false);
    expect(await viewsOf(appId)).toBe(1);
    test.clock.advance(1);
    expect((await send(member, appId, 'view')).body.counted).toBe(true);
    expect(await viewsOf(appId)).toBe(2);
    expect(await stored(appId)).toHaveLength(3);
    expect((await test.readApp(appId)).rankingScore).toBeCloseTo(rankingScore + 0.2);
  });

  it('counts if an interaction without a view has marked the app as seen', async () => {
    const { id: appId } = await test.addApp();
    const member = await test.person('member');
    await send(member, appId, 'skip');
    expect((await send(member, appId, 'view')).body.counted).toBe(true);
    expect(await viewsOf(appId)).toBe(1);
  });

  it('counts once per user', async () => {
    const { id: appId } = await test.addApp();
    await send(await test.person('member'), appId, 'view');
    await send(await test.person('member'), appId, 'view');
    expect(await viewsOf(appId)).toBe(2);
  });

  it('counts once for concurrent views', async () => {
    const { id: appId } = await test.addApp();
    const people = await Promise.all(Array.from({ length: 4 }, () => test.person('member')));
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => send(people[index % people.length] as Person, appId, 'view')),
    );
    expect(answers.filter((answer) => answer.body.counted)).toHaveLength(people.length);
    expect(await viewsOf(appId)).toBe(people.length);
    expect(await stored(appId)).toHaveLength(80);
  });
});

it('concurrent votes and views cause no deadlock', async () => {
  const apps = await Promise.all([test.addApp(), test.addApp()]);
  const people = await Promise.all(Array.from({ length: 8 }, () => test.person('member')));
  const call = (index: number): Promise<{ status: number }> => {
    const appId = (apps[index % 2] as { id: string }).id;
    const person = people[index % people.length] as Person;
    if (index % 3 === 0) return test.call(castVote, { body: { appId, voteType: 'up' } }, person);
    return send(person, appId, InteractionType.options[index % 5] as InteractionType);
  };
  // No more at a time than there are connections.
  for (let round = 0; round < 14; round += 1) {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => call(round * 12 + index)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
  }
});

describe('refusals', () => {
  it.each([
    ['visitor', 401, 'unauthorized'],
    ['guest', 403, 'guest_forbidden'],
  ] as const)('stores nothing for a %s', async (role, status, code) => {
    const { id: appId } = await test.addApp();
    const person = role === 'visitor' ? visitor : await test.person(role);
    expect(await send(person, appId, 'view')).toMatchObject({ status, error: { code } });
    expect(await stored(appId)).toEqual([]);
    expect(await viewsOf(appId)).toBe(0);
  });

  it.each(['pending', 'rejected', 'unknown'] as const)('rejects an app that is %s', async (status) => {
    const appId = status === 'unknown' ? newId() : (await test.addApp({ status })).id;
    const member = await test.person('member');
    for (const kind of ['view', 'skip'] as const) {
      expect(await send(member, appId, kind)).toMatchObject({
        status: 404,
        error: { code: 'app_not_found' },
      });
    }
    expect(await stored(appId)).toEqual([]);
    expect(await seen(member, appId)).toBeUndefined();
  });

  it.each([
    [{ interactionType: 'stare' }, 'interactionType'],
    [{ appId: 'x' }, 'appId'],
    [{ duration: -1 }, 'duration'],
    [{ duration: DURATION_MAX_MS + 1 }, 'duration'],
    [{ duration: null }, 'duration'],
    [{ duration: '5' }, 'duration'],
  ])('rejects %j with an error in the field %s', async (wrong, field) => {
    const { id: appId } = await test.addApp();
    const body = { appId, interactionType: 'view', ...wrong };
    const answer = await test.call(recordInteraction, { body } as never, await test.person('member'));
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
    expect(await stored(appId)).toEqual([]);
  });
});
