import { type NearDuplicate, NEAR_DUPLICATES_MAX } from '@zapdeck/contract/apps/admin-app';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';

export async function readNearDuplicates(
  db: Db,
  appIds: readonly string[],
): Promise<Map<string, NearDuplicate[]>> {
  const { rows } = await db.execute<NearDuplicate & { appId: string }>(sql`
    SELECT app_id AS "appId", id, title, url, status
    FROM near_duplicates(${sql.param([...appIds])}::uuid[], ${NEAR_DUPLICATES_MAX})`);
  const near = new Map<string, NearDuplicate[]>();
  for (const { appId, ...app } of rows) near.set(appId, [...(near.get(appId) ?? []), app]);
  return near;
}
