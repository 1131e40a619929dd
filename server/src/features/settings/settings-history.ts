import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { desc, eq } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { advertisementColumns, algorithmColumns, weightColumns } from './settings.ts';

type SavedTable = PgTable & {
  id: AnyPgColumn<{ data: string; notNull: true }>;
  createdAt: AnyPgColumn<{ data: Date; notNull: true }>;
  isActive: AnyPgColumn<{ data: boolean; notNull: true }>;
  savedBy: AnyPgColumn;
};

export async function listSaved<Columns extends Record<string, AnyPgColumn>>(
  db: Db,
  table: SavedTable,
  columns: Columns,
  { limit, offset }: PageQuery,
) {
  const { id, createdAt, isActive, savedBy } = table;
  const rows = await db
    .select({ id, values: columns, savedBy: personColumns, createdAt, isActive })
    .from(table)
    .leftJoin(users, eq(users.id, savedBy))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ createdAt: at, ...row }) => ({ ...row, savedAt: at.toISOString() }));
  return { items, total: await db.$count(table) };
}

export const listWeights = (db: Db, page: PageQuery) => listSaved(db, formulaWeights, weightColumns, page);

export const listAlgorithmParams = (db: Db, page: PageQuery) =>
  listSaved(db, algorithmParams, algorithmColumns, page);

export const listAdvertisementConfigs = (db: Db, page: PageQuery) =>
  listSaved(db, advertisementConfigs, advertisementColumns, page);
