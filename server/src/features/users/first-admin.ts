import { randomBytes } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { users } from '../../db/schema/users.table.ts';

const GENERATED_EMAIL = 'admin@zapdeck.local';
const GENERATED_PASSWORD_BYTES = 12;

export interface Credentials {
  email: string;
  password: string;
}

/**
 * Sees to it that there is an administrator. The account that the operator names is made if it does not exist yet, with a
 * confirmed address; an existing one is left as it is. Without a name, a database without users gets an account whose password is returned,
 * to be shown this once.
 */
export async function ensureAdmin(
  db: Db,
  passwords: PasswordHasher,
  given: Credentials | undefined,
): Promise<Credentials | undefined> {
  return db.transaction(async (tx) => {
    await holdLock(tx, 'firstAdmin');
    if (given === undefined) {
      const { total } = one(await tx.select({ total: count() }).from(users));
      if (total > 0) return undefined;
    } else {
      const known = await tx.select({ id: users.id }).from(users).where(eq(users.email, given.email));
      if (known.length > 0) return undefined;
    }
    const admin = given ?? {
      email: GENERATED_EMAIL,
      password: randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url'),
    };
    await tx.insert(users).values({
      id: newId(),
      email: admin.email,
      passwordHash: await passwords.hash(admin.password),
      // Who runs the place says whose it is, and mails of what waits go to confirmed addresses alone.
      emailVerifiedAt: given === undefined ? null : new Date(),
      firstName: 'Admin',
      isAdmin: true,
    });
    return given === undefined ? admin : undefined;
  });
}
