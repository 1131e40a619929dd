import type { usersCsv } from '@zapdeck/contract/csv-exports';
import type { QueryOf } from '@zapdeck/contract/route';
import type { AdminUser } from '@zapdeck/contract/users';
import { and, desc } from 'drizzle-orm';
import { inBatches } from '../../db/paging.ts';
import { users } from '../../db/schema/users.table.ts';
import type { Db } from '../../db/client.ts';
import type { CsvColumns } from '../../http/send-csv.ts';
import { fits, presentAdminUser } from './admin-users.ts';

/** What stands in the file of users. */
export const userColumns: CsvColumns<AdminUser> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  authProvider: ({ authProvider }) => authProvider,
  isAdmin: ({ isAdmin }) => isAdmin,
  isGuest: ({ isGuest }) => isGuest,
  zapCount: ({ zapCount }) => zapCount,
  suspendedAt: ({ suspendedAt }) => suspendedAt,
  createdAt: ({ createdAt }) => createdAt,
};

/** Every user whom the filters let through, in batches. */
export async function* exportUsers(db: Db, query: QueryOf<typeof usersCsv>): AsyncGenerator<AdminUser[]> {
  const batches = inBatches(
    users,
    ({ isBehind, limit }) =>
      db
        .select()
        .from(users)
        .where(and(fits(query), isBehind))
        .orderBy(desc(users.createdAt), desc(users.id))
        .limit(limit),
    (user) => user,
  );
  for await (const rows of batches) yield rows.map(presentAdminUser);
}
