import {
  type recordInteraction as recordInteractionRoute,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/interactions';
import type { BodyOf } from '@zapdeck/contract/route';
import { sql } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';

/**
 * Stores what a person did with an approved app and marks it as seen; `counted` says whether it was a view that the
 * app's views grew by. Refuses with `app_not_found`.
 */
export async function recordInteraction(
  db: Db,
  userId: string,
  { appId, interactionType, duration }: BodyOf<typeof recordInteractionRoute>,
  now: Date,
): Promise<{ counted: boolean }> {
  const { rows } = await db.execute<{ counted: boolean | null }>(sql`
    SELECT record_interaction(${newId()}, ${userId}, ${appId}, ${interactionType}, ${duration}, ${now},
      make_interval(secs => ${VIEW_WINDOW_MS / 1000})) AS counted`);
  const { counted } = one(rows);
  if (counted === null) throw new Refusal('app_not_found');
  return { counted };
}
