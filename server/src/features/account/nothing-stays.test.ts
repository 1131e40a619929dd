import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decideApplication } from '@zapdeck/contract/accounts/applications';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { changePassword, deleteAccount, forgotPassword } from '@zapdeck/contract/accounts/account';
import { editApp, setAppStatus, submitApp } from '@zapdeck/contract/apps/apps';
import { login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { changeEmail } from '@zapdeck/contract/accounts/change-email';
import { reportError } from '@zapdeck/contract/instance/error-logs';
import { recordDurations, recordInteractions } from '@zapdeck/contract/feed/interactions';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { editUser } from '@zapdeck/contract/accounts/users';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq, or } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { fileMailer } from '../../mail/mailer.ts';
import { accountMails } from '../auth/account-mails.ts';
import { type TemporaryFolder, temporaryFolder } from '../../testing/temporary-folder.ts';
import { emailChangeMails } from '../email-change/change-mails.ts';
import { countWords } from '../search/search-index.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { apiTokens } from '../../db/schema/api-tokens.table.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { recoveryCodes, totpSecrets } from '../../db/schema/totp.table.ts';
import { previousEmails } from '../../db/schema/email-changes.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { passwordMark } from '../auth/account-tokens.ts';
import { users } from '../../db/schema/users.table.ts';

const EMAIL = 'marker-mail@example.org';
const NEW_PASSWORD = 'another-horse-7';
/** Occurs in every text of the user. */
const MARKER = 'marker';

let t: TestApp;
let folder: TemporaryFolder;
let mails: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  mails = join(folder.path, 'mail');
  t = await openTestApp({
    runsJobs: true,
    mailer: fileMailer(mails, 'Zapdeck <zaps@example.org>', () => undefined),
    rateLimits: ({ pool }) => databaseRateLimits(pool),
  });
});
afterAll(async () => {
  await t.close();
  await folder.remove();
});

/** Returns all rows of all tables that contain one of the words, as `table: row`. */
async function rowsWith(words: readonly string[]): Promise<string[]> {
  const { pool } = t.deps;
  const { rows: tables } = await pool.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname !~ '^(pg_|information_schema)' ORDER BY 1`);
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    for (const { row } of rows)
      if (words.some((word) => row.toLowerCase().includes(word))) found.push(`${name}: ${row}`);
  }
  return found;
}

async function filesWith(words: readonly string[]): Promise<string[]> {
  const names = await readdir(mails);
  const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'utf8')));
  return names.filter((_, index) => words.some((word) => texts[index]?.toLowerCase().includes(word)));
}

async function jobsAreOver(): Promise<void> {
  await eventually(async () => {
    // Mails of decisions wait for the end of the undo period.
    t.clock.advance(1_000);
    const waiting = await t.deps.jobs.readWaiting(t.deps.db);
    expect(waiting.filter(({ name }) => name.endsWith('-mails'))).toEqual([]);
  });
}

/** Adds ways to sign in, an answer to the question of the instance with its decision, and a consent. */
async function leaveAccountTraces(userId: string, admin: Person): Promise<void> {
  const { db } = t.deps;
  const now = t.clock.now;
  const key = { credentialId: 'marker-key', publicKey: 'marker', counter: 0, transports: [] };
  await db.insert(passkeys).values({ ...key, userId, name: 'Phone of marker', isSynced: true });
  const secret = { secret: Buffer.from('marker'), keyMark: 'mark', lastStep: 0 };
  await db.insert(totpSecrets).values({ ...secret, userId, confirmedAt: now });
  await db.insert(recoveryCodes).values({ userId, hash: 'marker-code' });
  const token = { hash: 'marker-token', name: 'Script of marker', scopes: [], expiresAt: now };
  await db.insert(apiTokens).values({ ...token, userId });
  await db.insert(applications).values({ userId, answer: 'I am marker', answeredAt: now });
  const consent = { termsVersion: 1, termsAcceptedAt: now, claimedRole: 'moderator' } as const;
  await db
    .update(users)
    .set({ ...consent, mustBeApproved: true, emailVerifiedAt: now })
    .where(eq(users.id, userId));
  const decision = { decision: 'refused', reason: 'Dear marker, no.' } as const;
  expect((await t.call(decideApplication, { params: { id: userId }, body: decision }, admin)).status).toBe(
    204,
  );
}

/** Creates a user with data in every table that can have some. */
async function leaveTraces(admin: Person): Promise<{ person: Person; kept: string; id: string }> {
  const body = {
    email: EMAIL,
    password: TEST_PASSWORD,
    confirmPassword: TEST_PASSWORD,
    firstName: 'Marker-First',
    lastName: 'Marker-Last',
  };
  const made = await t.call(signup, { body });
  const { id } = made.body;
  let person: Person = { user: null, cookies: made.setCookie };
  await t.deps.db
    .update(users)
    .set({ googleId: 'https://g.example marker-google', profileImageUrl: 'https://x.example/marker.png' })
    .where(eq(users.id, id));
  await t.call(login, { body });
  await t.call(forgotPassword, { body });
  const key = () => ({ 'idempotency-key': randomUUID() });

  const submit = async (name: string) => {
    const app = {
      title: `Marker ${name}`,
      description: 'By marker',
      url: `https://${name}.example.com/marker`,
      category: 'Games' as const,
    };
    return (await t.call(submitApp, { body: app }, person, key())).body.id;
  };
  const [pending, rejected] = [await submit('pending'), await submit('rejected')];
  const kept = (await t.addApp({ submittedBy: id, title: 'Marker piano' })).id;
  const reason = 'Dear marker, no.';
  const review = { params: { id: rejected }, body: { status: 'rejected', reason } } as const;
  await t.call(setAppStatus, review, admin, key());
  await t.call(
    editApp,
    { params: { id: pending }, body: { timeSpent: 7, status: 'rejected', reason } },
    admin,
  );
  await t.call(editApp, { params: { id: pending }, body: { status: 'pending' } }, admin, key());
  await t.call(editApp, { params: { id: kept }, body: { status: 'rejected', reason } }, admin, key());
  await t.call(editApp, { params: { id: kept }, body: { status: 'approved' } }, admin, key());
  await t.call(editOwnApp, { params: { id: kept }, body: { title: 'Tiny piano' } }, person, key());
  const edit = { title: 'Marker, the only one', url: 'https://wanted.example.com/marker' };
  await t.call(editOwnApp, { params: { id: kept }, body: edit }, person, key());
  const names = { firstName: 'Marker-Changed', lastName: 'Marker-Too' };
  await t.call(editUser, { params: { id }, body: { ...names, zapCount: 5 } }, admin, key());

  const { id: liked } = await t.addApp();
  await t.call(castVote, { body: { appId: liked, voteType: 'up' } }, person, key());
  const interactions = [{ appId: liked, interactionType: 'view' as const, duration: 1_000 }];
  await t.call(recordInteractions, { body: { interactions, batchId: randomUUID() } }, person, key());
  await t.call(recordDurations, { body: { durations: { [liked]: 500 }, batchId: randomUUID() } }, person);
  await t.call(reportApp, { body: { appId: liked, reason: 'Says marker' } }, person, key());
  const report = { errorType: 'CLIENT_ERROR' as const, errorMessage: 'marker', userAgent: 'marker' };
  await t.call(reportError, { body: { ...report, additionalData: { of: EMAIL } } }, person);
  const passwords = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
  const changed = await t.call(
    changePassword,
    { body: { currentPassword: TEST_PASSWORD, ...passwords } },
    person,
  );
  person = { user: null, cookies: changed.setCookie };
  await t.call(forgotPassword, { body });
  await t.call(changeEmail, { body: { email: 'marker-new@example.org' } }, person);
  const previous = { id: randomUUID(), userId: id, email: 'marker-old@example.org' };
  const undoableUntil = new Date(t.clock.now.getTime() + 3_600_000);
  await t.deps.db
    .insert(previousEmails)
    .values({ ...previous, undoableUntil, hadGoogle: true, hadPlatform: false });
  await t.deps.jobs.enqueue(t.deps.db, emailChangeMails, { kind: 'changed', id: previous.id });
  await leaveAccountTraces(id, admin);
  await jobsAreOver();
  return { person, kept, id };
}

test('a deleted account leaves only its id in audit entries and events of apps, in tables and files', async () => {
  const admin = await t.person('admin');
  const { person, kept, id } = await leaveTraces(admin);
  const [row] = await t.deps.db.select().from(users).where(eq(users.id, id));
  const hash = row?.passwordHash ?? '';
  const words = [MARKER, id, hash, passwordMark(hash) ?? '', 'another-horse'].map((word) =>
    word.toLowerCase(),
  );
  // Proves that the search finds something.
  const tables = (await rowsWith(words)).map((found) => found.split(':')[0]);
  for (const table of [
    'users',
    'apps',
    'app_events',
    'audit_log',
    'error_logs',
    'idempotency_keys',
    'pending_emails',
    'previous_emails',
    'rate_limits',
    'reports',
    'app_baselines',
    'waiting_urls',
    'waiting_words',
    'sessions',
    'security_events',
    'passkeys',
    'totp_secrets',
    'recovery_codes',
    'api_tokens',
    'applications',
  ])
    expect(tables).toContain(table);
  expect((await filesWith(words)).length).toBeGreaterThan(2);
  for (const other of ['marker-new', 'marker-old']) expect(await filesWith([other])).toHaveLength(1);
  // Another user, who stays.
  const { user } = await t.person('member', { email: 'stays@example.org' });
  await t.deps.jobs.enqueue(t.deps.db, accountMails, { kind: 'verify', userId: user?.id ?? null });
  await jobsAreOver();

  await t.deps.jobs.enqueue(t.deps.db, accountMails, { kind: 'verify', userId: id }, { afterS: 2 });
  const proof = { provedAt: t.clock.now, hasFactor: true };
  await t.deps.db.update(sessions).set(proof).where(eq(sessions.userId, id));
  const left = await t.call(deleteAccount, { body: { email: EMAIL, password: NEW_PASSWORD } }, person);
  expect(left.status).toBe(204);
  await t.deps.background.idle();
  await jobsAreOver();
  // Search forgets a word with the second count after its last app.
  for (let counts = 0; counts < 2; counts += 1) await countWords(t.deps.db);
  expect((await rowsWith(words)).filter((found) => !/^(audit_log|app_events):/.test(found))).toEqual([]);
  expect(await filesWith(words)).toEqual([]);
  expect(await filesWith(['stays@example.org'])).toHaveLength(1);
  expect((await t.readApp(kept)).submittedBy).toBeNull();

  const acts = await t.deps.db
    .select()
    .from(auditLog)
    .where(or(eq(auditLog.targetId, id), eq(auditLog.targetId, kept)))
    .orderBy(auditLog.createdAt, auditLog.id);
  expect(acts.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
    {
      action: 'app.edited',
      before: { status: 'approved', reviewReason: null },
      after: { status: 'rejected' },
    },
    {
      action: 'app.edited',
      before: { status: 'rejected' },
      after: { status: 'approved', reviewReason: null },
    },
    { action: 'app.changed', before: {}, after: {} },
    { action: 'app.changed', before: { waitingUrl: null, waitingTitle: null }, after: {} },
    { action: 'user.edited', before: { zapCount: 0 }, after: { zapCount: 5 } },
    { action: 'user.refused', before: null, after: {} },
  ]);
  expect(await rowsWith([MARKER])).toEqual([]);
});

test('deletes a mail that was sent during the deletion', async () => {
  const email = 'marker-late@example.org';
  const person = await t.person('member', { email });
  const written = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { mailer } = t.deps;
  const send = vi.spyOn(mailer, 'send').mockImplementationOnce(async (mail) => {
    written.resolve();
    await gone.promise;
    await mailer.send(mail);
  });
  try {
    await t.deps.jobs.enqueue(t.deps.db, accountMails, { kind: 'verify', userId: person.user?.id ?? null });
    await written.promise;
    expect((await t.call(deleteAccount, { body: { email } }, person)).status).toBe(204);
    await t.deps.background.idle();
    gone.resolve();
    await eventually(() => expect(send).toHaveBeenCalledTimes(2));
    await eventually(async () => expect(await filesWith([email])).toEqual([]));
    await jobsAreOver();
    expect(await rowsWith([email, person.user?.id ?? ''])).toEqual([]);
  } finally {
    send.mockRestore();
  }
});
