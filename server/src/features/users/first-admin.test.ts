import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { ensureAdmin } from './first-admin.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const ensure = (email: string) =>
  ensureAdmin(t.deps.db, { ...t.deps, now: t.clock.now }, { email, password: TEST_PASSWORD });

async function readUser(email: string) {
  const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
  return user;
}

test('promotes an account with a confirmed address once, and ends its sessions', async () => {
  const email = 'member@example.org';
  const member = await t.person('member', { email, passwordHash: 'own', emailVerifiedAt: t.clock.now });
  expect(await ensure(email)).toEqual({ outcome: 'promoted' });
  expect(await readUser(email)).toMatchObject({ isAdmin: true, passwordHash: 'own' });
  expect((await t.call(currentUser, {}, member)).status).toBe(401);
  expect(await ensure(email)).toEqual({ outcome: 'present' });
  const entries = await t.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.targetId, member.user?.id ?? ''));
  expect(entries).toMatchObject([{ action: 'user.promoted', actorId: null }]);
});

test.each([
  ['unverified', { emailVerifiedAt: null }],
  ['suspended', { suspendedAt: new Date(), suspendedReason: 'Spam' }],
] as const)('does not promote an account that is %s', async (outcome, values) => {
  const email = `${outcome}@example.org`;
  await t.person('member', { email, emailVerifiedAt: t.clock.now });
  await t.deps.db.update(users).set(values).where(eq(users.email, email));
  expect(await ensure(email)).toEqual({ outcome });
  expect(await readUser(email)).toMatchObject({ isAdmin: false });
});

test('creates a missing account', async () => {
  expect(await ensure('new@example.org')).toEqual({ outcome: 'created' });
  expect(await readUser('new@example.org')).toMatchObject({ isAdmin: true, emailVerifiedAt: t.clock.now });
});
