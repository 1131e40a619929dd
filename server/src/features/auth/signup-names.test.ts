import { editUser } from '@zapdeck/contract/accounts/users';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const signUp = (firstName: string, lastName: string | null) =>
  t.call(signup, {
    body: {
      email: `${randomUUID()}@example.org`,
      password: TEST_PASSWORD,
      confirmPassword: TEST_PASSWORD,
      firstName,
      lastName,
    },
  });

test.each([
  ['Zapdeck', 'Smith', 'firstName'],
  ['Аdmin', null, 'firstName'],
  ['Robin ✓', 'Smith', 'firstName'],
  ['Robin', 'Smith ✅', 'lastName'],
  ['Zap', 'Deck', 'firstName'],
  ['Robin', 'from Zapdeck', 'lastName'],
  ['Rob\u202ein', null, 'firstName'],
])('rejects the name “%s %s”', async (firstName, lastName, field) => {
  const { status, error } = await signUp(firstName, lastName);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test.each([
  ['Thế', 'Nguyễn'],
  ['Ian', 'Staff'],
  ['Юлия', null],
])('accepts the name “%s %s”', async (firstName, lastName) => {
  expect((await signUp(firstName, lastName)).body).toMatchObject({ firstName, lastName });
});

test('an admin may use such a name, but without a check mark', async () => {
  const { user } = await t.person('member');
  const edit = (firstName: string) =>
    t.call(editUser, { params: { id: user?.id ?? '' }, body: { firstName } }, admin);
  expect((await edit('Zapdeck Support')).body).toMatchObject({ firstName: 'Zapdeck Support' });
  expect((await edit('Robin ✓')).status).toBe(400);
});
