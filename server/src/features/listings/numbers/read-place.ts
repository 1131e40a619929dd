import type { RankPlace } from '@zapdeck/contract/apps/app-numbers';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';

const scopes = { all: sql`true`, category: sql`other.category = own.category` } as const satisfies Record<
  string,
  SQL
>;

/** Returns the rank of an app by score, with the feed's order of ties. Null if the app is not approved. */
export async function readPlace(
  db: Db,
  appId: string,
  scope: keyof typeof scopes,
): Promise<RankPlace | null> {
  const { rows } = await db.execute<{ place: RankPlace }>(sql`
    SELECT (SELECT jsonb_build_object('of', count(*), 'rank', 1 + count(*) FILTER (
          WHERE other.ranking_score > own.ranking_score OR (other.ranking_score = own.ranking_score
            AND (other.created_at, other.id) > (own.created_at, own.id))))
        FROM apps AS other WHERE other.status = 'approved' AND ${scopes[scope]}) AS place
    FROM apps AS own WHERE id = ${appId} AND status = 'approved'`);
  return rows[0]?.place ?? null;
}
