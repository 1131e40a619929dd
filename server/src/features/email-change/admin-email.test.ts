import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { ensureAdmin } from '../users/first-admin.ts';
import { purgeEmailChanges, UNDO_MS } from './change-address.ts';
import { emailChanges, type EmailChanges, newAddress } from './email-change.fixture.ts';

let t: TestApp;
let f: EmailChanges;
beforeAll(async () => {
  t = await openTestApp();
  f = emailChanges(t);
});
afterAll(() => t.close());

/** A start with this address in `ADMIN_EMAIL`. */
const start = (email: string) =>
  ensureAdmin(t.deps.db, { ...t.deps, now: t.clock.now }, { email, password: TEST_PASSWORD });

test('a start makes no other account with the first admin’s earlier address an admin', async () => {
  const email = newAddress();
  expect(await start(email)).toEqual({ outcome: 'created' });
  const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
  const moved = newAddress();
  await f.move(await t.signInAgain({ user: user ?? null, cookies: {} }), moved);
  expect(await start(email)).toEqual({ outcome: 'moved' });

  t.clock.advance(UNDO_MS);
  await purgeEmailChanges(t.deps.db, t.clock.now, email);
  const stranger = await f.member({ email });
  expect(await start(email)).toEqual({ outcome: 'moved' });
  expect((await f.userOf(stranger)).role).toBe('member');
  expect(await start(moved)).toEqual({ outcome: 'present' });
});
