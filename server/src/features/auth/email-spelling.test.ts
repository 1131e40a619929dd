import { deleteAccount, forgotPassword } from '@zapdeck/contract/accounts/account';
import { Email, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../start/read-config.ts';
import { TEST_PASSWORD } from '../../testing/test-app.ts';
import { openProviders, type ProvidersFixture } from '../providers/providers.fixture.ts';

/** Non-ASCII letters that case folding or normalisation turns into another address. */
const foldings = [
  ['the Kelvin sign', 'mar\u212A@example.org', 'mark@example.org'],
  ['the long s', 'ro\u017Fe@example.org', 'rose@example.org'],
  ['a dotted capital I', 'l\u0130sa@example.org', 'lisa@example.org'],
  ['a full-width letter', '\uFF4Dark@example.org', 'mark@example.org'],
  ['the Kelvin sign in the host', 'mark@example.or\u212A', 'mark@example.ork'],
] as const;

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

test.each([
  ['  Ada@Example.ORG ', 'ada@example.org'],
  ["o'Neil+news@sub.example.org", "o'neil+news@sub.example.org"],
])('normalises %j to %s', (typed, email) => expect(Email.parse(typed)).toBe(email));

describe.each(foldings)(
  'an email with %s that resembles the email of another user',
  (_what, email, owner) => {
    const form = { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'M' };

    test('is rejected by every endpoint with an email', async () => {
      const member = await web.t.person('member', { email: `own-${web.people}@example.org` });
      const responses = [
        await web.t.call(signup, { body: form }),
        await web.t.call(login, { body: form }),
        await web.t.call(forgotPassword, { body: form }),
        await web.t.call(deleteAccount, { body: form }, member),
      ];
      for (const { status, error } of responses) {
        expect(status).toBe(400);
        expect(Object.keys(error.fields ?? {})).toEqual(['email']);
      }
    });

    test('is rejected when a provider verifies it', async () => {
      await web.t.person('member', { email: `${web.people}-${owner}`, emailVerifiedAt: web.t.clock.now });
      const before = await web.userCount();
      web.standIns.google.person = {
        sub: `folds-${web.people}`,
        email: `${web.people}-${email}`,
        email_verified: true,
      };
      await web.expectFailure(await web.signIn('google'), 'email_not_verified', before);
    });

    test('is rejected as ADMIN_EMAIL', () => {
      const env = { ADMIN_EMAIL: email, ADMIN_PASSWORD: TEST_PASSWORD };
      expect(() => readConfig(env)).toThrow('ADMIN_EMAIL');
    });
  },
);
