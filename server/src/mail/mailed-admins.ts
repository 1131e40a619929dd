import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { users } from '../db/schema/users.table.ts';

/** The address is confirmed and the account not suspended. */
export const isMailedAdmin = and(
  eq(users.isAdmin, true),
  isNotNull(users.emailVerifiedAt),
  isNull(users.suspendedAt),
);
