import { login } from '@zapdeck/contract/sign-in/auth';
import { startTotp, turnOnTotp } from '@zapdeck/contract/sign-in/totp';
import { Secret, TOTP } from 'otpauth';
import { type Person, type Role, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

export const STEP_MS = 30_000;

/** Returns the code that a phone shows, whose clock may be off by some steps. */
export function codeAt(secret: string, now: Date, stepsOff = 0): string {
  const timestamp = now.getTime() + stepsOff * STEP_MS;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Returns a code that is valid at none of the times in question. */
export function wrongCode(secret: string, now: Date): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeAt(secret, now, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? ''
  );
}

export interface Enrolled {
  person: Person;
  email: string;
  secret: string;
  recoveryCodes: string[];
}

/** Turns on an authenticator app. The code that confirms it is used up, so the clock moves on by a step. */
export async function turnOn(t: TestApp, person: Person): Promise<Omit<Enrolled, 'email' | 'person'>> {
  const { body: started } = await t.call(startTotp, {}, person);
  const body = { setup: started.setup, code: codeAt(started.secret, t.clock.now) };
  const { body: turnedOn } = await t.call(turnOnTotp, { body }, person);
  t.clock.advance(STEP_MS);
  return { secret: started.secret, recoveryCodes: turnedOn.recoveryCodes };
}

/** Returns a new account with an authenticator app and the password of tests. */
export async function enrolled(t: TestApp, role: Role = 'member'): Promise<Enrolled> {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const person = await t.person(role, { passwordHash });
  return { person, email: person.user?.email ?? '', ...(await turnOn(t, person)) };
}

/** Signs in with the password of tests. Returns the status and the code of a refusal. */
export async function signIn(t: TestApp, email: string, code?: string, password = TEST_PASSWORD) {
  const body = { email, password, ...(code === undefined ? {} : { code }) };
  const { status, error, setCookie } = await t.call(login, { body });
  return {
    status,
    refusal: status === 200 ? undefined : error.code,
    fields: error.fields,
    cookies: setCookie,
  };
}
