import {
  adminInstance,
  type InstanceSettings,
  readInstance,
  saveInstance,
} from '@zapdeck/contract/instance/instance';
import { saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import type { CallInput } from '@zapdeck/contract/wire/route';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { expect } from 'vitest';
import { type Person, TEST_PASSWORD, type TestApp, visitor } from '../testing/test-app.ts';

export interface TermsFixture {
  /** Saves the text of the terms. The empty text unpublishes them. Returns the stored version. */
  save: (text: string, replacesTermsVersion?: number) => Promise<number>;
  /** Publishes other terms that members have to accept. Returns their version. */
  raise: () => Promise<number>;
  setInstance: (changed: Partial<InstanceSettings>) => Promise<void>;
  inForce: () => Promise<number | null>;
  form: (termsVersion?: number) => CallInput<typeof signup>['body'];
  signUp: (termsVersion?: number, from?: Person) => ReturnType<typeof signUp>;
}

let people = 0;
const form = (termsVersion?: number) => ({
  email: `reader-${(people += 1)}@example.org`,
  firstName: 'Ada',
  password: TEST_PASSWORD,
  confirmPassword: TEST_PASSWORD,
  ...(termsVersion === undefined ? {} : { termsVersion }),
});

const signUp = (t: TestApp, termsVersion: number | undefined, from: Person) =>
  t.call(signup, { body: form(termsVersion) }, from);

/** Changes the terms as an admin and signs people up. */
export function termsOf(t: TestApp, admin: Person): TermsFixture {
  const stored = async () => {
    const { logo: _, termsVersion, ...settings } = (await t.call(adminInstance, {}, admin)).body;
    return { settings, termsVersion };
  };
  const fixture: TermsFixture = {
    async save(text, replacesTermsVersion) {
      const params = { page: 'terms', language: 'en' } as const;
      const saved = await t.call(saveLegalText, { params, body: { text, replacesTermsVersion } }, admin);
      expect(saved.status).toBe(200);
      return saved.body.termsVersion;
    },
    async raise() {
      const { termsVersion } = await stored();
      return fixture.save(`Terms after version ${termsVersion}`, termsVersion);
    },
    async setInstance(changed) {
      const { settings } = await stored();
      // A change of who may join needs a new proof.
      const body = { ...settings, ...changed };
      const saved = await t.call(saveInstance, { body }, await t.signInAgain(admin));
      expect(saved.status).toBe(200);
    },
    inForce: async () => (await t.call(readInstance, {})).body.termsVersion,
    form,
    signUp: (termsVersion, from = visitor) => signUp(t, termsVersion, from),
  };
  return fixture;
}
