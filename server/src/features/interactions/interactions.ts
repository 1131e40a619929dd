import {
  type recordInteraction as recordInteractionRoute,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/interactions';
import type { BodyOf } from '@zapdeck/contract/route';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';

const RECORD_INTERACTION = `SELECT record_interaction($1, $2, $3, $4, $5, $6, make_interval(secs => $7)) AS counted`;

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
  const values = [
    newId(),
    userId,
    appId,
    interactionType,
    duration,
    now.toISOString(),
    VIEW_WINDOW_MS / 1000,
  ];
  const rows = await run<{ counted: boolean | null }>(db, { text: RECORD_INTERACTION, values });
  const { counted } = one(rows);
  if (counted === null) throw new Refusal('app_not_found');
  return { counted };
}
