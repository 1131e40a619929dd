import type { PageQuery } from '@zapdeck/contract/primitives';
import { desc, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { advertisementColumns, algorithmColumns, weightColumns } from './settings.ts';

/** A table with a row for each time that somebody saved. */
type SavedTable = PgTable & {
  id: AnyPgColumn<{ data: string; notNull: true }>;
  createdAt: AnyPgColumn<{ data: Date; notNull: true }>;
  isActive: AnyPgColumn<{ data: boolean; notNull: true }>;
  savedBy: AnyPgColumn;
};

/** The id comes first: drizzle takes the whole for missing when its first column is null. */
const saver = { id: users.id, firstName: users.firstName, email: users.email };

/** Everything that was saved of a configuration, by whom and when, the newest first. */
export async function listSaved<Columns extends Record<string, AnyPgColumn>>(
  db: Db,
  table: SavedTable,
  columns: Columns,
  { limit, offset }: PageQuery,
) {
  const { id, createdAt, isActive, savedBy } = table;
  const rows = await db
    .select({ id, values: columns, savedBy: saver, createdAt, isActive })
    .from(table)
    .leftJoin(users, eq(users.id, savedBy))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ createdAt: at, ...row }) => ({ ...row, savedAt: at.toISOString() }));
  return { items, total: await db.$count(table) };
}

/** Every set of weights that was saved. */
export const listWeights = (db: Db, page: PageQuery) => listSaved(db, formulaWeights, weightColumns, page);

/** Every set of parameters of the feed that was saved. */
export const listAlgorithmParams = (db: Db, page: PageQuery) =>
  listSaved(db, algorithmParams, algorithmColumns, page);

/** Every configuration of advertisements that was saved. */
export const listAdvertisementConfigs = (db: Db, page: PageQuery) =>
  listSaved(db, advertisementConfigs, advertisementColumns, page);
