import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { isSuspended } from '../../http/suspension.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { grantAdmin } from './admin-accounts.ts';

const GENERATED_EMAIL = 'admin@zapdeck.local';
const GENERATED_PASSWORD_BYTES = 12;

export interface Credentials {
  email: string;
  password: string;
}

/** `unverified` and `suspended` say why the named account, which exists, is not made an admin. */
export type AdminOutcome = 'present' | 'created' | 'promoted' | 'unverified' | 'suspended';

interface EnsuredAdmin {
  outcome: AdminOutcome;
  /** To be shown once, if the account was made up here. */
  generated?: Credentials;
}

async function promote(tx: Db, jobs: JobQueue, user: UserRow, now: Date): Promise<AdminOutcome> {
  if (user.isAdmin) return 'present';
  if (user.emailVerifiedAt === null) return 'unverified';
  if (isSuspended(user)) return 'suspended';
  await grantAdmin(tx, { jobs, email: user.email ?? '', now });
  return 'promoted';
}

/**
 * Makes sure that there is an admin: the account that the operator names, which is created with a confirmed address, or
 * promoted if it exists and its address is confirmed. It keeps its own password then. If the operator names none, an empty
 * database gets an account with a generated password.
 */
export async function ensureAdmin(
  db: Db,
  { passwords, jobs, now }: { passwords: PasswordHasher; jobs: JobQueue; now: Date },
  given: Credentials | undefined,
): Promise<EnsuredAdmin> {
  return inTransaction(db, async (tx) => {
    await holdLock(tx, 'firstAdmin');
    if (given === undefined) {
      const { total } = one(await tx.select({ total: count() }).from(users));
      if (total > 0) return { outcome: 'present' };
    } else {
      const [known] = await tx.select().from(users).where(eq(users.email, given.email)).for('no key update');
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
      // The operator vouches for the address. Mails about waiting work go to confirmed addresses only.
      emailVerifiedAt: given === undefined ? null : now,
      firstName: 'Admin',
      isAdmin: true,
    });
    return { outcome: 'created', ...(given === undefined && { generated: admin }) };
  });
}
