import type { Application } from '@zapdeck/contract/accounts/applications';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { deletionTimeOf } from '../registration/own-application.ts';

const isUndecided = and(eq(users.mustBeApproved, true), isNull(users.approvedAt), isNull(users.refusedAt));

/** Accounts that admins decide on. Excludes unconfirmed addresses, which may be someone else's, and suspended accounts. */
const isOnWaitingList = and(isUndecided, isNotNull(users.emailVerifiedAt), isNull(users.suspendedAt));

/** Selects the oldest accounts first; with `before`, only those that signed up by then. */
export function selectWaitingAccounts(db: Db, before?: Date) {
  return db
    .select({ user: users, answer: applications.answer })
    .from(users)
    .innerJoin(applications, eq(applications.userId, users.id))
    .where(and(isOnWaitingList, before && lte(users.createdAt, before)))
    .orderBy(asc(users.createdAt), asc(users.id));
}

export async function listWaitingAccounts(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<Application>> {
  const rows = await selectWaitingAccounts(db).limit(limit).offset(offset);
  const items = rows.map(({ user, answer }) => ({
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    authProvider: user.authProvider,
    answer,
    signedUpAt: user.createdAt.toISOString(),
    deletedAt: deletionTimeOf(user),
  }));
  return { items, total: await db.$count(selectWaitingAccounts(db).as('waiting')) };
}
