import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { previousEmails } from '../../db/schema/email-changes.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { PasswordHasher } from '../../accounts/passwords.ts';
import { changeRole } from './admin-accounts.ts';

const GENERATED_EMAIL = 'admin@zapdeck.local';
const GENERATED_PASSWORD_BYTES = 12;

interface Credentials {
  email: string;
  password: string;
}

/** `unverified`, `suspended`: the account exists, but is not promoted. `moved`: its address has changed. */
export type AdminOutcome = 'present' | 'created' | 'promoted' | 'unverified' | 'suspended' | 'moved';

interface EnsuredAdmin {
  outcome: AdminOutcome;
  generated?: Credentials;
}

async function promote(tx: Db, jobs: JobQueue, user: UserRow, now: Date): Promise<AdminOutcome> {
  if (user.givenRole === 'admin') return 'present';
  if (user.emailVerifiedAt === null) return 'unverified';
  if (isSuspended(user)) return 'suspended';
  await changeRole(tx, { jobs, email: user.email ?? '', now }, 'admin');
  return 'promoted';
}

/** Creates or promotes the given admin. Without `given`, generates an admin for an empty database. */
export async function ensureAdmin(
  db: Db,
  { passwords, jobs, now }: { passwords: PasswordHasher; jobs: JobQueue; now: Date },
  given: Credentials | undefined,
): Promise<EnsuredAdmin> {
  return inTransaction(db, async (tx) => {
    await holdLock(tx, 'firstAdmin');
    if (given === undefined) {
      if ((await tx.$count(users)) > 0) return { outcome: 'present' };
    } else {
      const [known] = await tx.select().from(users).where(eq(users.email, given.email)).for('no key update');
      const [moved] = await tx.select().from(previousEmails).where(eq(previousEmails.email, given.email));
      if (moved && moved.userId !== known?.id) return { outcome: 'moved' };
      if (known) return { outcome: await promote(tx, jobs, known, now) };
    }
    const admin = given ?? {
      email: GENERATED_EMAIL,
      password: randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url'),
    };
    await tx.insert(users).values({
      id: newId(),
      email: admin.email,
      passwordHash: await passwords.hash(admin.password),
      // The operator vouches for the address. Mails about waiting apps need a confirmed address.
      emailVerifiedAt: given === undefined ? null : now,
      firstName: 'Admin',
      givenRole: 'admin',
    });
    return { outcome: 'created', ...(given === undefined && { generated: admin }) };
  });
}
