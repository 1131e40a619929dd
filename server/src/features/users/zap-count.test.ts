import { INT_MAX } from '@zapdeck/contract/wire/primitives';
import { nextZapCount, reportZapCount, ZAP_STEP_MAX } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp, visitor } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

async function stored(id: string | undefined): Promise<number | undefined> {
  const [row] = await test.deps.db
    .select({ zapCount: users.zapCount })
    .from(users)
    .where(eq(users.id, id ?? ''));
  return row?.zapCount;
}

it.each([
  [0, 0, 0],
  [0, 1, 1],
  [5, 4, 5],
  [5, 0, 5],
  [5, 5 + ZAP_STEP_MAX, 5 + ZAP_STEP_MAX],
  [5, 6 + ZAP_STEP_MAX, 5 + ZAP_STEP_MAX],
  [5, INT_MAX, 5 + ZAP_STEP_MAX],
  [INT_MAX - 1, INT_MAX, INT_MAX],
  [INT_MAX, INT_MAX, INT_MAX],
  [INT_MAX, 0, INT_MAX],
])('with %i stored and %i reported, stores %i', async (before, reported, after) => {
  const member = await test.person('member', { zapCount: before });
  const answer = await test.call(reportZapCount, { body: { zapCount: reported } }, member);
  expect(answer).toMatchObject({ status: 200, body: { zapCount: after } });
  expect(nextZapCount(before, reported)).toBe(after);
  expect(await stored(member.user?.id)).toBe(after);
});

it('keeps the highest of several concurrent reports', async () => {
  const member = await test.person('member');
  const reports = Array.from({ length: 40 }, (_, index) => ({ zapCount: index + 1 }));
  const answers = await Promise.all(reports.map((body) => test.call(reportZapCount, { body }, member)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await stored(member.user?.id)).toBe(40);
});

it('changes only the count of the sender', async () => {
  const [member, another] = [await test.person('member'), await test.person('member')];
  const report = (as: typeof member) =>
    test.call(reportZapCount, { body: { zapCount: 7, userId: member.user?.id ?? '' } }, as);
  expect(await report(another)).toMatchObject({ status: 409, error: { code: 'session_changed' } });
  expect(await stored(another.user?.id)).toBe(0);
  expect((await report(member)).body).toEqual({ zapCount: 7 });
});

it('ignores guests and visitors', async () => {
  const guest = await test.person('guest');
  const body = { zapCount: 3 };
  expect(await test.call(reportZapCount, { body }, guest)).toMatchObject({
    status: 403,
    error: { code: 'guest_forbidden' },
  });
  expect(await stored(guest.user?.id)).toBe(0);
  expect(await test.call(reportZapCount, { body }, visitor)).toMatchObject({ status: 401 });
});

it.each([-1, 1.5, INT_MAX + 1, '7', null])('rejects %j and stores nothing', async (zapCount) => {
  const member = await test.person('member', { zapCount: 2 });
  const answer = await test.call(reportZapCount, { body: { zapCount } } as never, member);
  expect(answer).toMatchObject({
    status: 400,
    error: { code: 'invalid_input', fields: { zapCount: expect.any(String) } },
  });
  expect(await stored(member.user?.id)).toBe(2);
});
