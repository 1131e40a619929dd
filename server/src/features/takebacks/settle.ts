import * as z from 'zod/mini';
import { eq, sql } from 'drizzle-orm';
import { Id } from '@zapdeck/contract/wire/primitives';
import type { Db } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { runBatch } from '../../db/delete-batches.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { takenVotes } from '../../db/schema/taken-votes.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { takebacks } from '../../db/schema/vote-groups.table.ts';
import { defineJob, PutOff } from '../../jobs/job.ts';

/** Limit of a transaction: votes on its apps wait for about 40 ms. */
const VOTES_AT_ONCE = 250;
const APPS_AT_ONCE = 100;
/** Limit of votes in memory, because a group can have millions. */
const READ_AT_ONCE = 10_000;

interface VoteKey {
  appId: string;
  userId: string;
}

type StoredTakeback = typeof takebacks.$inferSelect;

const selectStanding = (takeback: StoredTakeback) => sql`
  SELECT app_id AS "appId", user_id AS "userId" FROM votes
  WHERE user_id IN (SELECT user_id FROM takeback_accounts WHERE takeback_id = ${takeback.id})
    AND created_at <= ${takeback.createdAt}
  ORDER BY app_id, user_id LIMIT ${READ_AT_ONCE}`;

const selectTaken = ({ id }: StoredTakeback) => sql`
  SELECT app_id AS "appId", user_id AS "userId" FROM taken_votes WHERE takeback_id = ${id}
  ORDER BY app_id, user_id LIMIT ${READ_AT_ONCE}`;

const appIdsOf = (batch: readonly VoteKey[]) => new Set(batch.map(({ appId }) => appId));

function* voteBatchesOf(places: readonly VoteKey[]): Generator<readonly VoteKey[]> {
  let from = 0;
  let appCount = 0;
  for (const [index, { appId }] of places.entries()) {
    const isNextApp = appId !== places[index - 1]?.appId;
    if (index - from === VOTES_AT_ONCE || (isNextApp && appCount === APPS_AT_ONCE)) {
      yield places.slice(from, index);
      from = index;
      appCount = 1;
    } else if (isNextApp) appCount += 1;
  }
  if (from < places.length) yield places.slice(from);
}

const places = (batch: readonly VoteKey[]) => sql`unnest(
  ${sql.param(batch.map(({ appId }) => appId))}::uuid[], ${sql.param(batch.map(({ userId }) => userId))}::uuid[]) AS place (app_id, user_id)`;

const takeVotes = (takeback: StoredTakeback, batch: readonly VoteKey[]) => sql`
  WITH gone AS (
    DELETE FROM votes USING ${places(batch)} LEFT JOIN vote_networks AS origin USING (app_id, user_id)
    WHERE votes.user_id = place.user_id AND votes.app_id = place.app_id AND votes.created_at <= ${takeback.createdAt}
    RETURNING votes.*, origin.network
  ), kept AS (
    INSERT INTO taken_votes (takeback_id, app_id, user_id, vote_id, vote_type, is_seen_in_deck, network, created_at)
    SELECT ${takeback.id}::uuid, app_id, user_id, id, vote_type, is_seen_in_deck, network, created_at FROM gone RETURNING 1
  )
  UPDATE takebacks SET votes = votes + (SELECT count(*) FROM kept) WHERE id = ${takeback.id}`;

/** Keeps newer votes, which delete the row in `taken_votes`. The condition on apps makes the planner use the primary key. */
const putVotesBack = ({ id }: StoredTakeback, batch: readonly VoteKey[]) => sql`
  WITH gone AS (
    DELETE FROM taken_votes USING ${places(batch)}
    WHERE takeback_id = ${id} AND ${isOneOf(takenVotes.appId, appIdsOf(batch))}
      AND taken_votes.app_id = place.app_id AND taken_votes.user_id = place.user_id
    RETURNING taken_votes.*
  ), stored AS (
    INSERT INTO votes (id, user_id, app_id, vote_type, is_seen_in_deck, created_at)
    SELECT vote_id, user_id, app_id, vote_type, is_seen_in_deck, created_at FROM gone ON CONFLICT (user_id, app_id) DO NOTHING RETURNING user_id, app_id
  ), located AS (
    INSERT INTO vote_networks (user_id, app_id, network, voted_at)
    SELECT user_id, app_id, network, created_at FROM gone JOIN stored USING (user_id, app_id) WHERE network IS NOT NULL
  )
  UPDATE takebacks SET restored = restored + (SELECT count(*) FROM stored) WHERE id = ${id}`;

/** Locks accounts, the takeback, then apps, each by id, as a vote does. Returns false if it was undone in between. */
async function settleBatch(tx: Db, takeback: StoredTakeback, batch: readonly VoteKey[]): Promise<boolean> {
  const isAccount = isOneOf(users.id, [...new Set(batch.map(({ userId }) => userId))]);
  await tx.select({ id: users.id }).from(users).where(isAccount).orderBy(users.id).for('key share');
  const [now] = await tx.select().from(takebacks).where(eq(takebacks.id, takeback.id)).for('no key update');
  if (!now || now.undoneAt?.getTime() !== takeback.undoneAt?.getTime()) return false;
  const isVoted = isOneOf(apps.id, appIdsOf(batch));
  await tx.select({ id: apps.id }).from(apps).where(isVoted).orderBy(apps.id).for('no key update');
  await tx.execute(takeback.undoneAt ? putVotesBack(takeback, batch) : takeVotes(takeback, batch));
  return true;
}

/** Takes votes back in small transactions, so that members can vote. Returns false if stopped early. */
export async function settleTakeback(
  db: Db,
  id: string,
  { isOver, clock }: { isOver: () => boolean; clock: () => Date },
): Promise<boolean> {
  for (;;) {
    const [takeback] = await db.select().from(takebacks).where(eq(takebacks.id, id));
    if (!takeback || takeback.settledAt) return true;
    const { rows } = await db.execute<VoteKey & Record<string, unknown>>(
      takeback.undoneAt ? selectTaken(takeback) : selectStanding(takeback),
    );
    if (rows.length === 0) {
      const isSame = sql`${takebacks.undoneAt} IS NOT DISTINCT FROM ${takeback.undoneAt}`;
      await db
        .update(takebacks)
        .set({ settledAt: clock() })
        .where(sql`${takebacks.id} = ${id} AND ${isSame}`);
    }
    for (const batch of voteBatchesOf(rows)) {
      if (isOver()) return false;
      const isDone = await runBatch(
        db,
        () => undefined,
        (tx) => settleBatch(tx, takeback, batch),
      );
      if (!isDone) break;
    }
  }
}

const WORK_MS = 8 * 60_000;
const AGAIN_S = 1;

/** Takes votes back, or restores them after an undo. An attempt that stops early loses nothing. */
export const settleTakebackJob = defineJob({
  name: 'settle-takeback',
  data: z.object({ id: Id }),
  retries: { limit: 20, firstDelayS: 1, longestDelayS: 300 },
  timeoutS: 10 * 60,
  async run({ db, clock }, { id }, { isStopping }) {
    const began = performance.now();
    const isOver = () => isStopping() || performance.now() - began > WORK_MS;
    if (!(await settleTakeback(db, id, { isOver, clock }))) throw new PutOff(AGAIN_S);
  },
});
