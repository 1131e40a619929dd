import type { Recalculation } from '@zapdeck/contract/instance/settings';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { holdLock, withAdvisoryLock, withAdvisoryLockOn, isLockHeld } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { LOWEST_ID } from '../../db/columns.ts';
import { lockApps } from '../../db/row-locks.ts';
import { runBatch } from '../../db/delete-batches.ts';
import type { Deps } from '../../deps.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { throwIfStopping } from '../../http/refusal.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import {
  activatePendingWeights,
  cancelPendingWeights,
  notePendingShare,
  readPendingShare,
  type SeenWeights,
  setPendingWeights,
} from '../settings/weights.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { indexPendingScores, swapScores } from './pending-scores.ts';

const BATCH_APPS = 500;
/** Timeout per statement. Building an index takes seconds, but waits for all older transactions. */
const STATEMENT_TIMEOUT = '5min';

type Node = Pick<Deps, 'pool' | 'isStopping'>;

interface Filled {
  last: string | null;
  filled: number;
}

async function fillBatch(tx: Db, last: string): Promise<Filled> {
  // The trigger on apps computes both scores. It also runs for an update that changes nothing.
  const { rows } = await tx.execute<Filled & Record<string, unknown>>(sql`
    WITH batch AS MATERIALIZED (
      SELECT id FROM apps WHERE id > ${last}::uuid ORDER BY id LIMIT ${BATCH_APPS} FOR NO KEY UPDATE
    ), filling AS (
      UPDATE apps SET pending_score = 0 FROM batch WHERE apps.id = batch.id
    )
    SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last, count(*)::int AS filled FROM batch`);
  return one(rows);
}

async function fillPendingScores(db: Db, node: Node): Promise<void> {
  const total = await db.$count(apps);
  let done = 0;
  for (let last: string | null = LOWEST_ID; last !== null; ) {
    const after: string = last;
    const batch: Filled = await runBatch(
      db,
      () => throwIfStopping(node),
      (tx) => fillBatch(tx, after),
    );
    done += batch.filled;
    last = batch.last;
    await notePendingShare(db, total === 0 ? 1 : Math.min(1, done / total));
  }
}

/** Swaps new scores in at once. Rejects with `forbidden`, `settings_changed`, or `unavailable` if the table is busy. */
export async function recalculateRankings(
  node: Node,
  { version, ...weights }: SeenWeights,
  stamp: AdminStamp,
): Promise<void> {
  const mayWait = () => throwIfStopping(node);
  await withAdvisoryLock(node.pool, 'recalculation', mayWait, async (client) => {
    const db: Db = drizzle(client);
    await db.execute(sql.raw(`SET statement_timeout = '${STATEMENT_TIMEOUT}'`));
    // Building an index waits for all transactions, but no transaction waits for it.
    await db.execute(sql`SET lock_timeout = 0`);
    // Running writes end before the weights are pending. Later writes compute both scores, so none is missed.
    const before = await inTransaction(db, async (tx) => {
      await lockApps(tx, 'SHARE', async (locking) => {
        mayWait();
        await lockAdmin(locking, { id: stamp.actorId });
        await holdLock(locking, 'settings');
      });
      return setPendingWeights(tx, { ...weights, version }, stamp);
    });
    try {
      await fillPendingScores(db, node);
      await withAdvisoryLockOn(client, 'allApps', mayWait, () => indexPendingScores(db));
      await inTransaction(db, async (tx) => {
        await lockApps(tx, 'ACCESS EXCLUSIVE', async (locking) => {
          mayWait();
          await holdLock(locking, 'settings');
        });
        await swapScores(tx);
        await activatePendingWeights(tx, weights);
        await recordAction(tx, stamp, { action: 'rankings.recalculated', before, after: weights });
      });
    } catch (error) {
      await inTransaction(db, async (tx) => {
        await holdLock(tx, 'settings');
        await cancelPendingWeights(tx);
      }).catch(() => undefined);
      throw error;
    }
  });
}

export async function readRecalculation(db: Db): Promise<Recalculation> {
  if (!(await isLockHeld(db, 'recalculation'))) return { running: false, share: 0 };
  return { running: true, share: await readPendingShare(db) };
}
