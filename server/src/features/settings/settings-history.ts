import type { PageQuery } from '@zapdeck/contract/primitives';
import type { ResponseOf } from '@zapdeck/contract/route';
import type { advertisementHistory, algorithmHistory, weightsHistory } from '@zapdeck/contract/settings';
import { desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { users } from '../../db/schema/users.table.ts';
import { advertisementColumns, algorithmColumns, weightColumns } from './settings.ts';
import { advertisementConfigs, algorithmParams, formulaWeights } from '../../db/schema/settings.table.ts';

/** Who saved a row; the id comes first: drizzle takes the whole for missing when its first column is null. */
export const saver = { id: users.id, firstName: users.firstName, email: users.email };

interface SavedRow<V> {
  id: string;
  values: V;
  saver: { firstName: string | null; email: string | null } | null;
  createdAt: Date;
  isActive: boolean;
}

/** A saved row as the contract shows it. */
export function presentSaved<V>({ saver: savedBy, createdAt, ...row }: SavedRow<V>) {
  return { ...row, savedBy, savedAt: createdAt.toISOString() };
}

/** Every set of weights that was saved, the newest first. */
export async function listWeights(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<ResponseOf<typeof weightsHistory>[number]>> {
  const { id, createdAt, isActive } = formulaWeights;
  const rows = await db
    .select({ id, values: weightColumns, saver, createdAt, isActive })
    .from(formulaWeights)
    .leftJoin(users, eq(users.id, formulaWeights.savedBy))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentSaved), total: await db.$count(formulaWeights) };
}

/** Every set of parameters of the feed that was saved, the newest first. */
export async function listAlgorithmParams(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<ResponseOf<typeof algorithmHistory>[number]>> {
  const { id, createdAt, isActive } = algorithmParams;
  const rows = await db
    .select({ id, values: algorithmColumns, saver, createdAt, isActive })
    .from(algorithmParams)
    .leftJoin(users, eq(users.id, algorithmParams.savedBy))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentSaved), total: await db.$count(algorithmParams) };
}

/** Every configuration of advertisements that was saved, the newest first. */
export async function listAdvertisementConfigs(
  db: Db,
  { limit, offset }: PageQuery,
): Promise<ListPage<ResponseOf<typeof advertisementHistory>[number]>> {
  const { id, createdAt, isActive } = advertisementConfigs;
  const rows = await db
    .select({ id, values: advertisementColumns, saver, createdAt, isActive })
    .from(advertisementConfigs)
    .leftJoin(users, eq(users.id, advertisementConfigs.savedBy))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentSaved), total: await db.$count(advertisementConfigs) };
}
