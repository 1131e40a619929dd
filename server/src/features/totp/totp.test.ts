import { downloadData } from '@zapdeck/contract/accounts/account';
import { FactorCode } from '@zapdeck/contract/sign-in/factor-code';
import { PROOF_LASTS_MS, prove } from '@zapdeck/contract/sign-in/proof';
import {
  renewRecoveryCodes,
  startTotp,
  totpStatus,
  turnOffTotp,
  turnOnTotp,
} from '@zapdeck/contract/sign-in/totp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { securityEvents } from '../../db/schema/security-events.table.ts';
import { totpSecrets } from '../../db/schema/totp.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { unseal } from '../factors/seal.ts';
import { resetFactors } from '../users/admin-accounts.ts';
import { codeAt, enrolled, signIn, STEP_MS, turnOn, wrongCode } from './totp.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
});
afterAll(() => t.close());

const start = async (person: Person) => (await t.call(startTotp, {}, person)).body;

async function confirm(person: Person, { setup, secret }: { setup: string; secret: string }, stepsOff = 0) {
  return t.call(turnOnTotp, { body: { setup, code: codeAt(secret, t.clock.now, stepsOff) } }, person);
}

const statusOf = async (person: Person) => (await t.call(totpStatus, {}, person)).body;

async function hasFactor({ user }: Person): Promise<boolean | undefined> {
  const [row] = await t.deps.db
    .select()
    .from(users)
    .where(eq(users.id, user?.id ?? ''));
  return row?.hasFactor;
}

describe('turning on the authenticator app', () => {
  test('shows a secret as text and address, and then ten recovery codes after a right code', async () => {
    const person = await t.person('member', { email: 'ada@example.org' });
    const started = await start(person);
    expect(started.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(started.uri).toBe(
      `otpauth://totp/Zapdeck:ada%40example.org?issuer=Zapdeck&secret=${started.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await statusOf(person)).toEqual({ since: null, recoveryCodesLeft: 0 });
    const { status, body } = await confirm(person, started);
    expect(status).toBe(201);
    expect(new Set(body.recoveryCodes).size).toBe(10);
    for (const code of body.recoveryCodes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      const pasted = `\u202a${code.replaceAll('-', '\u2060‑\u200b')}\ufeff\u{fe0f}`;
      expect(FactorCode.parse(pasted)).toBe(FactorCode.parse(code));
    }
    expect(await statusOf(person)).toEqual({ since: t.clock.now.toISOString(), recoveryCodesLeft: 10 });
    expect(await hasFactor(person)).toBe(true);
    await eventually(() =>
      expect(
        t.sentMails.some(({ to, subject }) => to === 'ada@example.org' && /turned on/.test(subject)),
      ).toBe(true),
    );
  });

  test('stores the secret encrypted, for this account only', async () => {
    const { person, secret } = await enrolled(t);
    const [row] = await t.deps.db
      .select()
      .from(totpSecrets)
      .where(eq(totpSecrets.userId, person.user?.id ?? ''));
    const sealed = row?.secret ?? Buffer.alloc(0);
    expect(sealed.toString('latin1')).not.toContain(secret);
    expect(unseal(t.deps.secretKey, `totp ${person.user?.id}`, sealed)).toBe(secret);
    const other = await t.person('member');
    expect(unseal(t.deps.secretKey, `totp ${other.user?.id}`, sealed)).toBeNull();
    expect(unseal(Buffer.alloc(32, 'x'), `totp ${person.user?.id}`, sealed)).toBeNull();
  });

  test.each([
    [-2, 403],
    [-1, 201],
    [0, 201],
    [1, 201],
    [2, 403],
  ])('answers a code from a phone whose clock differs by %i steps with %i', async (stepsOff, status) => {
    const person = await t.person('member');
    const answer = await confirm(person, await start(person), stepsOff);
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.error).toMatchObject({ code: 'wrong_code', fields: { code: expect.any(String) } });
    expect(await hasFactor(person)).toBe(status === 201);
  });

  test('requires a new start after 15 minutes, and by the same account', async () => {
    const person = await t.person('member');
    const started = await start(person);
    const other = await t.person('member');
    expect((await confirm(other, started)).error.code).toBe('totp_setup_expired');
    t.clock.advance(15 * 60_000);
    const again = await t.signInAgain(person);
    expect((await confirm(again, started)).error.code).toBe('totp_setup_expired');
  });

  test('keeps the app of the first of two tabs that finish at once', async () => {
    const person = await t.person('member');
    const tabs = [await start(person), await start(person)];
    const answers = await Promise.all(tabs.map((tab) => confirm(person, tab)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const won = answers.findIndex(({ status }) => status === 201);
    expect(answers[1 - won]?.error.code).toBe('totp_on');
    t.clock.advance(STEP_MS);
    const codeOf = (place: number) => codeAt(tabs[place]?.secret ?? '', t.clock.now);
    expect((await t.call(prove, { body: { code: codeOf(1 - won) } }, person)).error.code).toBe('wrong_code');
    expect((await t.call(prove, { body: { code: codeOf(won) } }, person)).status).toBe(200);
    expect((await statusOf(person)).recoveryCodesLeft).toBe(10);
    expect((await t.call(startTotp, {}, person)).error.code).toBe('totp_on');
  });

  test('requires a new proof of identity after 15 minutes', async () => {
    const person = await t.person('member');
    const started = await start(person);
    t.clock.advance(PROOF_LASTS_MS);
    expect((await t.call(startTotp, {}, person)).error.code).toBe('proof_needed');
    expect((await confirm(person, started)).error.code).toBe('proof_needed');
  });
});

describe('turning off the authenticator app', () => {
  test('requires a code, ends the recovery codes and mails the owner', async () => {
    const { person, email, secret, recoveryCodes } = await enrolled(t);
    t.clock.advance(PROOF_LASTS_MS);
    expect((await t.call(turnOffTotp, {}, person)).error.code).toBe('proof_needed');
    await t.call(prove, { body: { code: codeAt(secret, t.clock.now) } }, person);
    expect((await t.call(turnOffTotp, {}, person)).status).toBe(204);
    expect(await hasFactor(person)).toBe(false);
    expect((await signIn(t, email)).status).toBe(200);
    await turnOn(t, person);
    expect((await signIn(t, email, recoveryCodes[0])).refusal).toBe('code_needed');
    await eventually(() =>
      expect(t.sentMails.some(({ to, subject }) => to === email && /turned off/.test(subject))).toBe(true),
    );
  });

  test('is refused to a session without the factor', async () => {
    const { person } = await enrolled(t);
    const stolen = await t.signInAgain(person);
    expect((await t.call(turnOffTotp, {}, stolen)).error.code).toBe('proof_needed');
    expect((await t.call(renewRecoveryCodes, {}, stolen)).error.code).toBe('proof_needed');
    expect(await hasFactor(person)).toBe(true);
  });
});

describe('proving with a code', () => {
  test('accepts each code once', async () => {
    const { person, secret } = await enrolled(t);
    const body = { code: codeAt(secret, t.clock.now) };
    expect((await t.call(prove, { body }, person)).status).toBe(200);
    expect((await t.call(prove, { body }, person)).error).toMatchObject({
      code: 'wrong_code',
      fields: { code: expect.any(String) },
    });
  });

  test('accepts a recovery code once, and mails the owner', async () => {
    const { person, email, recoveryCodes } = await enrolled(t);
    const body = { code: ` ${recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ')} ` };
    expect((await t.call(prove, { body }, person)).status).toBe(200);
    expect((await t.call(prove, { body }, person)).error.code).toBe('wrong_code');
    expect((await statusOf(person)).recoveryCodesLeft).toBe(9);
    await eventually(() =>
      expect(t.sentMails.some(({ to, subject }) => to === email && /recovery code was/.test(subject))).toBe(
        true,
      ),
    );
  });

  test('refuses a wrong code, and a code of another account', async () => {
    const { person, secret } = await enrolled(t);
    const other = await enrolled(t);
    for (const code of [
      wrongCode(secret, t.clock.now),
      codeAt(other.secret, t.clock.now),
      other.recoveryCodes[0] ?? '',
    ])
      expect((await t.call(prove, { body: { code } }, person)).error.code).toBe('wrong_code');
  });
});

test('replaces the earlier recovery codes by new ones', async () => {
  const { person, email, recoveryCodes } = await enrolled(t);
  const { body } = await t.call(renewRecoveryCodes, {}, person);
  expect(new Set([...body.recoveryCodes, ...recoveryCodes]).size).toBe(20);
  expect((await signIn(t, email, recoveryCodes[0])).refusal).toBe('code_needed');
  expect((await signIn(t, email, body.recoveryCodes[0])).status).toBe(200);
  const without = await t.person('member');
  expect((await t.call(renewRecoveryCodes, {}, without)).error.code).toBe('totp_off');
});

test('the operator’s removal of factors ends sessions, mails the owner, and the password is enough', async () => {
  const { person, email } = await enrolled(t);
  await resetFactors(t.deps.db, { jobs: t.deps.jobs, email, now: t.clock.now });
  expect((await t.call(totpStatus, {}, person)).status).toBe(401);
  expect(await hasFactor(person)).toBe(false);
  expect((await signIn(t, email)).status).toBe(200);
  await eventually(() =>
    expect(t.sentMails.some(({ to, subject }) => to === email && /by the operator/.test(subject))).toBe(true),
  );
});

test('the owner’s security log records changes, used recovery codes and wrong codes', async () => {
  const { person, email, secret, recoveryCodes } = await enrolled(t);
  await signIn(t, email, wrongCode(secret, t.clock.now));
  await signIn(t, email, recoveryCodes[0]);
  await t.call(renewRecoveryCodes, {}, person);
  await t.call(turnOffTotp, {}, person);
  await resetFactors(t.deps.db, { jobs: t.deps.jobs, email, now: t.clock.now });
  // Failures are stored after the response.
  await eventually(async () => {
    const isTheirs = eq(securityEvents.userId, person.user?.id ?? '');
    const events = await t.deps.db.select().from(securityEvents).where(isTheirs);
    expect(events.map(({ event }) => event).sort()).toEqual([
      'factors_reset',
      'recovery_code_used',
      'recovery_codes_renewed',
      'sign_in_failed',
      'signed_in',
      'totp_off',
      'totp_on',
    ]);
  });
});

test('the data download contains the time, but no secret or code', async () => {
  const { person, secret } = await enrolled(t);
  const { cookies } = person;
  const { body } = await t.app.inject({ method: 'GET', url: downloadData.path, cookies });
  expect(JSON.parse(body)).toMatchObject({ authenticatorApps: [{ confirmedAt: expect.any(String) }] });
  expect(body).not.toMatch(new RegExp(`${secret}|lastStep|keyMark`));
});
