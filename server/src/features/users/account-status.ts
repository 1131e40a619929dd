import type { accountStatus } from '@zapdeck/contract/account';
import type { ResponseOf } from '@zapdeck/contract/route';
import { count, eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { sessions } from '../auth/sessions.table.ts';
import type { UserRow } from './users.table.ts';

/** How somebody can sign in, and from how many devices they are. */
export async function readAccountStatus(db: Db, user: UserRow): Promise<ResponseOf<typeof accountStatus>> {
  const open = await db.select({ total: count() }).from(sessions).where(eq(sessions.userId, user.id));
  return {
    isEmailVerified: user.emailVerifiedAt !== null,
    hasPassword: user.passwordHash !== null,
    linkedProviders: [
      ...(user.googleId === null ? [] : (['google'] as const)),
      ...(user.platformId === null ? [] : (['platform'] as const)),
    ],
    sessions: one(open).total,
  };
}
