import { continueAsGuest } from '@zapdeck/contract/sign-in/auth';
import { adminInstance, type InstanceSettings, saveInstance } from '@zapdeck/contract/instance/instance';
import { createInvitation, type Invitation } from '@zapdeck/contract/accounts/invitations';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { openProviders, type ProvidersFixture } from '../features/providers/providers.fixture.ts';
import { type Person, TEST_PASSWORD, visitor } from '../testing/test-app.ts';

/** Code of the refusal; null if there was none. */
export type Outcome = string | null;

interface Form {
  from?: Person;
  email?: string;
  invitation?: string | undefined;
}

export interface RegistrationFixture {
  web: ProvidersFixture;
  admin: Person;
  /** Changes settings of the instance as an admin. */
  set(changed: Partial<InstanceSettings>): Promise<void>;
  guest(): Promise<Person>;
  invite(uses?: number): Promise<Invitation & { token: string }>;
  signUp(form?: Form): Promise<Outcome>;
  /** Sends the form as a program does, without the headers of a browser. */
  signUpByProgram(form?: Form): Promise<Outcome>;
  /** Signs in a person without an account on the instance. */
  signInWith(id: 'google' | 'platform', options?: Omit<Form, 'email'>): Promise<Outcome>;
  countMembers(): Promise<number>;
  close(): Promise<void>;
}

export async function openRegistration(): Promise<RegistrationFixture> {
  const web = await openProviders();
  const { t } = web;
  const admin = await t.person('admin');
  let people = 0;
  const bodyOf = ({ email = `applicant-${(people += 1)}@example.org`, invitation }: Form) => ({
    email,
    firstName: 'Ada',
    password: TEST_PASSWORD,
    confirmPassword: TEST_PASSWORD,
    ...(invitation === undefined ? {} : { invitation }),
  });
  return {
    web,
    admin,
    async set(changed) {
      const { logo: _, ...settings } = (await t.call(adminInstance, {}, admin)).body;
      // A change of who may join needs a new proof.
      const body = { ...settings, ...changed };
      const { status } = await t.call(saveInstance, { body }, await t.signInAgain(admin));
      if (status !== 200) throw new Error(`The settings were refused with ${status}`);
    },
    async guest() {
      const { setCookie } = await t.call(continueAsGuest, {});
      return { user: null, cookies: setCookie };
    },
    async invite(uses = 1) {
      const { body } = await t.call(createInvitation, { body: { uses, days: 7 } }, admin);
      return { ...body, token: new URL(body.link).searchParams.get('invitation') ?? '' };
    },
    async signUp({ from = visitor, ...form } = {}) {
      const { status, error } = await t.call(signup, { body: bodyOf(form) }, from);
      return status === 201 ? null : error.code;
    },
    async signUpByProgram(form = {}) {
      const request = { method: signup.method, url: signup.path, payload: bodyOf(form) };
      const response = await t.app.inject(request);
      return response.statusCode === 201 ? null : response.json<{ code: string }>().code;
    },
    async signInWith(id, { from = visitor, invitation } = {}) {
      web.nextPerson();
      const query = invitation === undefined ? '' : `?invitation=${invitation}`;
      const { location } = await web.signIn(id, from.cookies, query);
      return new URL(location, 'http://localhost').searchParams.get('error');
    },
    async countMembers() {
      const counted = 'SELECT count(*)::int AS total FROM users WHERE NOT is_guest';
      return (await t.deps.pool.query<{ total: number }>(counted)).rows[0]?.total ?? 0;
    },
    close: () => web.close(),
  };
}
