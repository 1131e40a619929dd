import {
  type recordInteraction as recordInteractionRoute,
  type recordInteractions as recordInteractionsRoute,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/interactions';
import type { BodyOf } from '@zapdeck/contract/route';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../http/refuse-foreign.ts';

const RECORD_INTERACTION = `SELECT record_interaction($1, $2, $3, $4, $5, $6, make_interval(secs => $7)) AS counted`;

const RECORD_INTERACTIONS = `SELECT record_interactions($1, $2, $3, make_interval(secs => $4), $5, $6, $7::interaction_type[], $8)
  AS counted`;

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

/**
 * Stores what a person did, in its order, unless the batch was stored before. Apps that are unknown or not approved are
 * left out; `counted` names those whose views grew. Refuses with `session_changed` a batch that is another person's.
 */
export async function recordInteractions(
  db: Db,
  userId: string,
  body: BodyOf<typeof recordInteractionsRoute>,
  now: Date,
): Promise<{ counted: string[] }> {
  refuseForeign(body, userId);
  const { batchId, interactions } = body;
  const values = [
    userId,
    batchId,
    now.toISOString(),
    VIEW_WINDOW_MS / 1000,
    interactions.map(newId),
    interactions.map(({ appId }) => appId),
    interactions.map(({ interactionType }) => interactionType),
    interactions.map(({ duration }) => duration),
  ];
  return one(await run<{ counted: string[] }>(db, { text: RECORD_INTERACTIONS, values }));
}
