import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { users } from '../db/schema/users.table.ts';

export const isMailedAdmin = and(
  eq(users.role, 'admin'),
  isNotNull(users.emailVerifiedAt),
  isNull(users.suspendedAt),
);
