import {
  type recordInteraction as recordInteractionRoute,
  type recordInteractions as recordInteractionsRoute,
  VIEW_WINDOW_MS,
  type recordDurations as recordDurationsRoute,
  INTERACTION_VALID_MS,
} from '@zapdeck/contract/feed/interactions';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { sql } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { networkOfVote } from '../../http/networks.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseForeign } from '../../accounts/admission.ts';
import { onCatalogueAs } from '../listings/numbers/catalogue-work.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';

type InteractionSent = BodyOf<typeof recordInteractionRoute>;

interface Recorded {
  stored: number;
  counted: string[];
  zapCount: number;
}

interface Sent {
  interactions: readonly InteractionSent[];
  batchId: string | null;
  ageMs: number;
}

interface ReceivedFrom {
  now: Date;
  address: string;
}

const RECORD_INTERACTIONS = `SELECT stored, counted, zap_count_after AS "zapCount"
  FROM record_viewed_apps($1, $2, $3, $4, make_interval(secs => $5), $6, $7, $8, $9, $10)`;

/** Without a `batchId`, repeats are not detected and zaps are not counted. */
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

/** Records an interaction. `counted` is true if the app’s views grew. Rejects with `app_not_found`. */
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

/** Records interactions; all except views are zaps. `counted` lists apps with a new view. Rejects with `session_changed`. */
export async function recordInteractions(
  db: Db,
  userId: string,
  batch: BodyOf<typeof recordInteractionsRoute>,
  arrival: ReceivedFrom,
): Promise<ResponseOf<typeof recordInteractionsRoute>> {
  refuseForeign(batch, userId);
  return record(db, userId, batch, arrival);
}

/** Tolerance for the sum of a user’s times, because requests are delayed unevenly. */
export const DURATION_ALLOWANCE_MS = 5_000;

const RECORD_DURATIONS = 'SELECT record_durations($1, $2, $3, $4, $5, $6) AS counted';

/** Scales all times down if their sum exceeds the time since the last request. Rejects with `session_changed`. */
export async function recordDurations(
  db: Db,
  userId: string,
  body: BodyOf<typeof recordDurationsRoute>,
  now: Date,
): Promise<{ counted: boolean }> {
  refuseForeign(body, userId);
  const { durations, batchId } = body;
  const times = Object.entries(durations).filter(([, ms]) => ms > 0);
  const values = [
    userId,
    batchId ?? null,
    now.toISOString(),
    DURATION_ALLOWANCE_MS,
    times.map(([appId]) => appId),
    times.map(([, ms]) => ms),
  ];
  const { counted } = one(await run<{ counted: boolean | null }>(db, { text: RECORD_DURATIONS, values }));
  if (counted === null) throw new Refusal('unauthorized');
  return { counted };
}

/** Deletes very short interactions and returns their number. Rejects with `forbidden` if the actor is no admin. */
export async function cleanUpInteractions(db: Db, stamp: AdminStamp): Promise<{ deletedCount: number }> {
  return onCatalogueAs(db, stamp, async (tx) => {
    const { rowCount } = await tx.execute(
      sql`DELETE FROM user_app_interactions WHERE duration < ${INTERACTION_VALID_MS}`,
    );
    const deletedCount = rowCount ?? 0;
    await recordAction(tx, stamp, { action: 'interactions.cleaned_up', after: { deletedCount } });
    return { deletedCount };
  });
}
