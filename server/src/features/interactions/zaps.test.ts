import { login } from '@zapdeck/contract/sign-in/auth';
import {
  type InteractionType,
  INTERACTIONS_MAX,
  recordInteraction,
  recordInteractions,
} from '@zapdeck/contract/feed/interactions';
import { INT_MAX } from '@zapdeck/contract/wire/primitives';
import { editUser, reportZapCount } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';

let test: TestApp;
let appId: string;
beforeAll(async () => {
  test = await openTestApp();
  appId = (await test.addApp()).id;
});
afterAll(() => test.close());

function send(person: Person, kinds: readonly InteractionType[], batchId = newId(), at = appId) {
  const interactions = kinds.map((interactionType) => ({ appId: at, interactionType, duration: 500 }));
  return test.call(recordInteractions, { body: { interactions, batchId } }, person);
}

const steps = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function zapsOf(person: Person): Promise<number | undefined> {
  const [row] = await test.deps.db
    .select()
    .from(users)
    .where(eq(users.id, person.user?.id ?? ''));
  return row?.zapCount;
}

it.each<[InteractionType[], number]>([
  [['skip'], 1],
  [['like'], 1],
  [['dislike'], 1],
  [['swipe'], 1],
  [['view'], 0],
  [['view', 'skip', 'view', 'like'], 2],
])('counts the interactions %j as %i zaps', async (kinds, zaps) => {
  const member = await test.person('member', { zapCount: 40 });
  const { status, body } = await send(member, kinds);
  expect([status, body.zapCount]).toEqual([201, 40 + zaps]);
  expect(await zapsOf(member)).toBe(40 + zaps);
});

it('counts a swipe right that also votes as one zap', async () => {
  const member = await test.person('member');
  await test.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, member);
  expect((await send(member, ['view', 'like'])).body.zapCount).toBe(1);
});

describe('zaps of several clients', () => {
  it('add up for two tabs: three in each make six', async () => {
    const member = await test.person('member');
    for (let zaps = 0; zaps < 3; zaps += 1) {
      await Promise.all([send(member, ['skip']), send(member, ['like'])]);
    }
    expect(await zapsOf(member)).toBe(6);
  });

  it('add up for two devices, one of which was offline', async () => {
    const passwordHash = await test.deps.passwords.hash(TEST_PASSWORD);
    const laptop = await test.person('member', { passwordHash });
    const body = { email: laptop.user?.email ?? '', password: TEST_PASSWORD };
    const phone = { ...laptop, cookies: (await test.call(login, { body })).setCookie };
    const madeOffline = newId();
    await send(phone, ['skip', 'skip', 'skip']);
    test.clock.advance(11 * 3_600_000);
    expect((await send(laptop, ['like', 'skip'], madeOffline)).body.zapCount).toBe(5);
    expect(await zapsOf(phone)).toBe(5);
  });

  it('add up for concurrent batches that each send their own total', async () => {
    const member = await test.person('member');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(member, ['skip', 'view', 'like'])),
    );
    expect(answers.map(({ body }) => body.zapCount / 2).toSorted((a, b) => a - b)).toEqual(steps(12));
  });
});

describe('a batch', () => {
  it('counts once if it arrives again, and the response has the current total', async () => {
    const member = await test.person('member');
    const batchId = newId();
    await send(member, ['skip', 'skip'], batchId);
    await send(member, ['like']);
    expect((await send(member, ['skip', 'skip', 'skip'], batchId)).body).toEqual({
      counted: [],
      zapCount: 3,
    });
    expect(await zapsOf(member)).toBe(3);
  });

  it('counts once for concurrent copies', async () => {
    const member = await test.person('member');
    const batchId = newId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send(member, ['skip', 'like'], batchId)),
    );
    expect(answers.map(({ body }) => body.zapCount)).toEqual(answers.map(() => 2));
    expect(await zapsOf(member)).toBe(2);
  });
});

describe('endpoints for single interactions and reported counts', () => {
  it('single interactions count no zaps, because their client reports the number', async () => {
    const member = await test.person('member');
    for (let zaps = 1; zaps <= 3; zaps += 1) {
      await test.call(recordInteraction, { body: { appId, interactionType: 'skip' } }, member);
      const { body } = await test.call(reportZapCount, { body: { zapCount: zaps } }, member);
      expect(body.zapCount).toBe(zaps);
    }
    expect(await zapsOf(member)).toBe(3);
  });

  it('a reported number from before or after a batch changes nothing', async () => {
    const member = await test.person('member', { zapCount: 5 });
    const { zapCount } = (await send(member, ['skip', 'skip', 'skip'])).body;
    for (const reported of [6, zapCount]) {
      const { body } = await test.call(reportZapCount, { body: { zapCount: reported } }, member);
      expect(body.zapCount).toBe(8);
    }
  });

  it('an admin’s edit and concurrent batches are applied one after the other', async () => {
    const [member, admin] = [await test.person('member'), await test.person('admin')];
    const params = { id: member.user?.id ?? '' };
    const batches = Array.from({ length: 12 }, () => send(member, ['skip', 'view']));
    const edit = test.call(editUser, { params, body: { zapCount: 1_000 } }, admin);
    const [edited, ...answers] = await Promise.all([edit, ...batches]);
    expect(edited).toMatchObject({ status: 200, body: { zapCount: 1_000 } });
    const later = answers.filter(({ body }) => body.zapCount > 1_000).length;
    expect((await send(member, ['skip'])).body.zapCount).toBe(1_000 + later + 1);
    expect(answers.map(({ body }) => body.zapCount % 1_000).toSorted((a, b) => a - b)).toEqual(
      [...steps(12 - later), ...steps(later)].toSorted((a, b) => a - b),
    );
  });
});

describe('zaps', () => {
  it('are not counted for apps that are unknown or not approved', async () => {
    const member = await test.person('member');
    const pending = await test.addApp({ status: 'pending' });
    for (const at of [newId(), pending.id]) {
      expect((await send(member, ['skip', 'like'], newId(), at)).body.zapCount).toBe(0);
    }
  });

  it('are counted up to the maximum size of a batch', async () => {
    const member = await test.person('member');
    const kinds = Array.from({ length: INTERACTIONS_MAX }, () => 'skip' as const);
    expect((await send(member, kinds)).body.zapCount).toBe(INTERACTIONS_MAX);
    expect((await send(member, [...kinds, 'skip'])).status).toBe(400);
    expect(await zapsOf(member)).toBe(INTERACTIONS_MAX);
  });

  it('are counted up to the maximum of the column', async () => {
    const member = await test.person('member', { zapCount: INT_MAX - 1 });
    expect(await send(member, ['skip', 'skip'])).toMatchObject({ status: 201, body: { zapCount: INT_MAX } });
  });

  it('are not counted for guests', async () => {
    const guest = await test.person('guest');
    expect(await send(guest, ['skip'])).toMatchObject({ status: 201, body: { zapCount: 0 } });
    expect(await zapsOf(guest)).toBe(0);
  });
});
