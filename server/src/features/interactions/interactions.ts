import {
  type recordInteraction as recordInteractionRoute,
  type recordInteractions as recordInteractionsRoute,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/feed/interactions';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { networkOfVote } from '../../http/networks.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../accounts/admission.ts';

type InteractionSent = BodyOf<typeof recordInteractionRoute>;

interface Recorded {
  stored: number;
  counted: string[];
  zapCount: number;
}

interface Sent {
  interactions: readonly InteractionSent[];
  batchId: string | null;
  /** Milliseconds since the interactions were made. */
  ageMs: number;
}

interface ReceivedFrom {
  now: Date;
  address: string;
}

const RECORD_INTERACTIONS = `SELECT stored, counted, zap_count_after AS "zapCount"
  FROM record_viewed_apps($1, $2, $3, $4, make_interval(secs => $5), $6, $7, $8, $9, $10)`;

/** Repeats are not detected and no zaps are counted without a `batchId`. */
async function record(
  db: Db,
  userId: string,
  { interactions, batchId, ageMs }: Sent,
  { now, address }: ReceivedFrom,
): Promise<Recorded> {
  const values = [
    userId,
    batchId,
    now.toISOString(),
    new Date(now.getTime() - ageMs).toISOString(),
    VIEW_WINDOW_MS / 1_000,
    interactions.map(() => newId()),
    interactions.map(({ appId }) => appId),
    interactions.map(({ interactionType }) => interactionType),
    interactions.map(({ duration }) => duration),
    await networkOfVote(db, address),
  ];
  const [recorded] = await run<Recorded>(db, { text: RECORD_INTERACTIONS, values });
  if (!recorded) throw new Refusal('unauthorized');
  return recorded;
}

/** `counted` is true if the app’s views grew. Rejects with `app_not_found`. */
export async function recordInteraction(
  db: Db,
  userId: string,
  interaction: InteractionSent,
  arrival: ReceivedFrom,
): Promise<{ counted: boolean }> {
  const sent = { interactions: [interaction], batchId: null, ageMs: 0 };
  const recorded = await record(db, userId, sent, arrival);
  if (recorded.stored === 0) throw new Refusal('app_not_found');
  return { counted: recorded.counted.length > 0 };
}

/** Each interaction of a member except a view is a zap. `counted` names the apps whose views grew. Rejects with `session_changed`. */
export async function recordInteractions(
  db: Db,
  userId: string,
  batch: BodyOf<typeof recordInteractionsRoute>,
  arrival: ReceivedFrom,
): Promise<ResponseOf<typeof recordInteractionsRoute>> {
  refuseForeign(batch, userId);
  return record(db, userId, batch, arrival);
}
