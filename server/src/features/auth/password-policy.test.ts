import { changePassword, resetPassword } from '@zapdeck/contract/accounts/account';
import { login, PASSWORD_MIN_STRICT, type PasswordPolicy } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type Role, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { mintToken } from './account-tokens.ts';

const apps = {} as Record<PasswordPolicy, TestApp>;
beforeAll(async () => {
  apps.basic = await openTestApp();
  apps.strict = await openTestApp({ env: { PASSWORD_POLICY: 'strict' } });
});
afterAll(async () => {
  for (const app of Object.values(apps)) await app.close();
});

const COMMON = 'password1';
const SHORT = 'x7#kq2w';
const GOOD = 'tr4velling-heron';

let people = 0;
const newEmail = () => `policy-${(people += 1)}@example.org`;
const twice = (password: string) => ({ password, confirmPassword: password });

const signUp = (policy: PasswordPolicy, password: string) =>
  apps[policy].call(signup, { body: { email: newEmail(), ...twice(password), firstName: 'P' } });

async function change(policy: PasswordPolicy, role: Role, password: string) {
  const t = apps[policy];
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const person = await t.person(role, { passwordHash });
  return t.call(changePassword, { body: { currentPassword: TEST_PASSWORD, ...twice(password) } }, person);
}

async function reset(policy: PasswordPolicy, role: Role, password: string) {
  const t = apps[policy];
  const { user } = await t.person(role);
  const token = await mintToken(t.deps.db, user?.id ?? '', 'reset_password', t.clock.now);
  return t.call(resetPassword, { body: { token, ...twice(password) } });
}

describe.each([
  { policy: 'basic', role: 'member', isStrict: false },
  { policy: 'strict', role: 'member', isStrict: true },
  { policy: 'basic', role: 'moderator', isStrict: true },
  { policy: 'basic', role: 'admin', isStrict: true },
] as const)('the $policy policy for a $role', ({ policy, role, isStrict }) => {
  test.each([
    { password: COMMON, isStrong: false },
    { password: COMMON.toUpperCase(), isStrong: false },
    { password: SHORT, isStrong: false },
    { password: GOOD, isStrong: true },
  ])('accepts or rejects the password $password', async ({ password, isStrong }) => {
    const isAllowed = isStrong || !isStrict;
    const answers = [await change(policy, role, password), await reset(policy, role, password)];
    if (role === 'member') answers.push(await signUp(policy, password));
    for (const { status, error } of answers) {
      if (isAllowed) expect(status).toBeLessThan(300);
      else expect(error).toMatchObject({ code: 'invalid_input', fields: { password: expect.any(String) } });
    }
  });
});

describe('the strict policy', () => {
  const isRefused = async (password: string, name = 'Grace') => {
    const body = { email: `hopper.${newEmail()}`, ...twice(password), firstName: name };
    const { status, error } = await apps.strict.call(signup, { body });
    expect([201, 400]).toContain(status);
    return error?.fields !== undefined;
  };

  test.each([
    'Zapdeck2026!',
    'zapdeck-admin',
    'Moderator',
    'Grace-1906',
    'grace.zapdeck',
    'hopper-policy-77',
  ])('refuses words of the site or of its owner: %s', async (password) =>
    expect(await isRefused(password)).toBe(true),
  );

  test.each(['zapdeck-heron', 'gracefully9', '4815162342108'])('accepts other words: %s', async (password) =>
    expect(await isRefused(password)).toBe(false),
  );

  test('accepts short names as a part of a password', async () =>
    expect(await isRefused('jo-jo-jo-55', 'Jo')).toBe(false));

  test('refuses passwords from breaches, not only the most common ones', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    const long = dictionary['passwords-common'].filter((one) => one.length >= PASSWORD_MIN_STRICT);
    expect(long.length).toBeGreaterThan(3_000);
    expect(await isRefused(long.at(-1) ?? '')).toBe(true);
  });
});

test('a password counts exactly as typed, with spaces, case and all of its characters', async () => {
  const email = newEmail();
  const password = ` Ein  Reiher, zwei Fähren und 鷺 ${'x'.repeat(80)}y `;
  const body = { email, ...twice(password), firstName: 'P' };
  expect((await apps.strict.call(signup, { body })).status).toBe(201);
  const logIn = async (typed: string) =>
    (await apps.strict.call(login, { body: { email, password: typed } })).status;
  for (const other of [
    password.trim(),
    password.replace('  ', ' '),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, -2),
  ])
    expect(await logIn(other)).toBe(401);
  expect(await logIn(password)).toBe(200);
});

test.each(['moderator', 'admin'] as const)(
  'a %s with a weak password must choose a better one before signing in',
  async (role) => {
    const t = apps.basic;
    const email = newEmail();
    const { user } = await t.person(role, { email, passwordHash: await t.deps.passwords.hash(COMMON) });
    const weak = await t.call(login, { body: { email, password: COMMON } });
    expect(weak).toMatchObject({ status: 403, error: { code: 'weak_admin_password' }, setCookie: {} });
    // A wrong password must not reveal that the password is weak.
    const wrong = await t.call(login, { body: { email, password: 'letmein' } });
    expect(wrong.error.code).toBe('wrong_credentials');
    const token = await mintToken(t.deps.db, user?.id ?? '', 'reset_password', t.clock.now);
    await t.call(resetPassword, { body: { token, ...twice(GOOD) } });
    expect((await t.call(login, { body: { email, password: GOOD } })).status).toBe(200);
  },
);
