import type { usersCsv } from '@zapdeck/contract/wire/csv-exports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import type { AdminUser } from '@zapdeck/contract/accounts/users';
import type { Db } from '../../db/client.ts';
import { inBatches } from '../../db/paging.ts';
import { users } from '../../db/schema/users.table.ts';
import { type CsvColumns, fieldColumns } from '../../http/send-csv.ts';
import { presentAdminUser, userFilter } from './admin-users.ts';

export const userColumns: CsvColumns<AdminUser> = {
  ...fieldColumns('id', 'email', 'firstName', 'lastName', 'authProvider', 'isAdmin', 'isGuest'),
  ...fieldColumns('zapCount', 'suspendedAt', 'createdAt', 'role'),
};

export const exportUsers = (db: Db, query: QueryOf<typeof usersCsv>) =>
  inBatches({
    select: (on) => on.select().from(users),
    table: users,
    condition: userFilter(query),
    db,
    placeOf: (user) => user,
    present: (rows) => rows.map(presentAdminUser),
  });
