import { changePassword, forgotPassword, resetPassword } from '@zapdeck/contract/accounts/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { mintToken } from '../auth/account-tokens.ts';
import { accountTokens } from '../../db/schema/account-tokens.table.ts';
import { resetPassword as resetByCommand } from '../users/admin-accounts.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { accountMails } from '../auth/account-mails.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { clearJobs, queuedJobs, runJob } from '../../testing/queued-jobs.ts';

const NEW_PASSWORD = { password: 'another-horse-7', confirmPassword: 'another-horse-7' };

let t: TestApp;
let passwordHash: string;
let person: Person;
beforeAll(async () => {
  t = await openTestApp();
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member', { passwordHash });
  t.sentMails.length = 0;
  await clearJobs(t.deps.pool);
});

const email = () => person.user?.email ?? '';
const userId = () => person.user?.id ?? '';
const ask = () => t.call(forgotPassword, { body: { email: email() } });

async function sendQueued(): Promise<void> {
  const queued = await queuedJobs(t.deps.pool, accountMails);
  expect(JSON.stringify(queued)).not.toContain(email());
  for (const job of queued) await runJob(t, accountMails, job);
}

function useLink() {
  const token = /#token=([\w-]{43})$/m.exec(t.sentMails[0]?.text ?? '')?.[1] ?? '';
  return t.call(resetPassword, { body: { token, ...NEW_PASSWORD } });
}

test.each(['with a password', 'without one'])('sends an account %s a valid link', async (which) => {
  if (which === 'without one') await t.deps.db.update(users).set({ passwordHash: null });
  await ask();
  await sendQueued();
  expect((await useLink()).status).toBe(200);
});

test('an unknown address gets the same response after the same statements, and no mail', async () => {
  const statements: string[][] = [];
  const answers: unknown[] = [];
  for (const address of [email(), 'unknown-here@example.org']) {
    const spy = vi.spyOn(t.deps.pool, 'query');
    const { status, body } = await t.call(forgotPassword, { body: { email: address } });
    const seen = spy.mock.calls.map(([query]: unknown[]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    );
    spy.mockRestore();
    answers.push({ status, body });
    statements.push(seen.filter((text) => /"users"\."email" = |INSERT INTO jobs\.job/.test(text)));
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(statements[0]).toHaveLength(2);
  expect(statements[0]).toEqual(statements[1]);
  await sendQueued();
  expect(t.sentMails.map(({ to }) => to)).toEqual([email()]);
});

describe('a reset link requested before the password changes', () => {
  test.each([
    [
      'by the person',
      () => t.call(changePassword, { body: { currentPassword: TEST_PASSWORD, ...NEW_PASSWORD } }, person),
    ],
    [
      'from the command line',
      () =>
        resetByCommand(t.deps.db, t.deps.passwords, { jobs: t.deps.jobs, email: email(), now: t.clock.now }),
    ],
    [
      'by a link that came earlier',
      async () => {
        const token = await mintToken(t.deps.db, userId(), 'reset_password', t.clock.now);
        await t.call(resetPassword, { body: { token, ...NEW_PASSWORD } });
      },
    ],
  ])('is not mailed if the password changed %s', async (_who, change) => {
    await ask();
    await change();
    await sendQueued();
    expect(t.sentMails).toEqual([]);
    // A later request sends a mail.
    await ask();
    await sendQueued();
    expect((await useLink()).status).toBe(200);
  });

  test('is not sent if the mail is written while the change is committed', async () => {
    await ask();
    let sent: Promise<void> | undefined;
    await inTransaction(t.deps.db, async (tx) => {
      await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, userId()));
      sent = sendQueued();
      await untilBlocked(t.deps.pool);
    });
    await sent;
    expect(t.sentMails).toEqual([]);
  });

  test('is invalid if its mail is written while another link is used', async () => {
    const token = await mintToken(t.deps.db, userId(), 'reset_password', t.clock.now);
    await t.deps.pool.query(`
      CREATE FUNCTION write_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO account_tokens (hash, user_id, purpose, expires_at)
        VALUES ('of the mail', NEW.id, 'reset_password', now() + interval '1 hour');
        RETURN NEW;
      END $$;
      CREATE TRIGGER write_one BEFORE UPDATE OF password_hash ON users
      FOR EACH ROW EXECUTE FUNCTION write_one()`);
    try {
      expect((await t.call(resetPassword, { body: { token, ...NEW_PASSWORD } })).status).toBe(200);
    } finally {
      await t.deps.pool.query('DROP TRIGGER write_one ON users');
    }
    expect(await t.deps.db.select().from(accountTokens).where(eq(accountTokens.userId, userId()))).toEqual(
      [],
    );
  });
});
