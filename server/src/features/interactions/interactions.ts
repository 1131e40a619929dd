import {
  type recordInteraction as recordInteractionRoute,
  type recordInteractions as recordInteractionsRoute,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/interactions';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { inColumns, run } from '../../db/statement.ts';
import { writeTogether } from '../../db/write-together.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../http/refuse-foreign.ts';

const RECORD_TOGETHER = `SELECT place, is_counted AS counted
  FROM record_interactions_together($1, $2, $3, $4::interaction_type[], $5, $6, make_interval(secs => $7), $8)`;

const RECORD_BATCH = `SELECT counted, zap_count_after AS "zapCount"
  FROM record_interaction_batch($1, $2, $3, make_interval(secs => $4), $5, $6, $7::interaction_type[], $8)`;

type InteractionSent = BodyOf<typeof recordInteractionRoute> & { userId: string; now: Date };

async function recordTogether(
  db: Db,
  sent: readonly InteractionSent[],
  waits: boolean,
): Promise<Map<number, boolean | null>> {
  const rows = sent.map(({ userId, appId, interactionType, duration, now }) => [
    newId(),
    userId,
    appId,
    interactionType,
    duration,
    now.toISOString(),
  ]);
  const values = [...inColumns(rows), VIEW_WINDOW_MS / 1000, waits];
  const recorded = await run<{ place: number; counted: boolean | null }>(db, {
    text: RECORD_TOGETHER,
    values,
  });
  return new Map(recorded.map(({ place, counted }) => [place, counted]));
}

/** Whether it was a view that counted; null where there is no such approved app. */
const writeInteraction = writeTogether<InteractionSent, boolean | null>({
  async alone(db, interaction) {
    const counted = (await recordTogether(db, [interaction], true)).get(1);
    if (counted === undefined) throw new Refusal('unauthorized');
    return counted;
  },
  several: recordTogether,
});

/**
 * Stores what a person did with an approved app and marks it as seen; `counted` says whether it was a view that the
 * app's views grew by. Refuses with `app_not_found`.
 */
export async function recordInteraction(
  db: Db,
  userId: string,
  body: BodyOf<typeof recordInteractionRoute>,
  now: Date,
): Promise<{ counted: boolean }> {
  const counted = await writeInteraction(db, { ...body, userId, now });
  if (counted === null) throw new Refusal('app_not_found');
  return { counted };
}

/**
 * Stores what a person did, in its order, unless the batch was stored before; all that is stored and no view is a zap.
 * Apps that are unknown or not approved are left out; `counted` names those whose views grew. Refuses with
 * `session_changed` a batch that is another person's.
 */
export async function recordInteractions(
  db: Db,
  userId: string,
  body: BodyOf<typeof recordInteractionsRoute>,
  now: Date,
): Promise<ResponseOf<typeof recordInteractionsRoute>> {
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
  return one(await run<ResponseOf<typeof recordInteractionsRoute>>(db, { text: RECORD_BATCH, values }));
}
