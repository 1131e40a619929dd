import { setTimeout as pause } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isLockTimeout } from './constraints.ts';
import { isOneOf } from './is-one-of.ts';
import { viewBudgets } from './schema/first-views.table.ts';
import { seenApps } from './schema/interactions.table.ts';

/** Timeout per attempt to lock the table. Other statements run in between. */
const LOCK_WAIT_MS = 200;
const LOCK_PAUSE_MS = 500;
const LOCK_TRIES_MAX = 120;

/**
 * Locks the table `apps`, in short attempts because others queue behind them. `first` takes earlier locks of the common
 * order. Call it first in the transaction.
 */
export async function lockApps(
  tx: Db,
  mode: 'SHARE' | 'EXCLUSIVE' | 'ACCESS EXCLUSIVE',
  first: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await tx.execute(sql`LOCK TABLE apps IN SHARE UPDATE EXCLUSIVE MODE`);
  for (let tries = 1; ; tries += 1) {
    try {
      await inTransaction(tx, async (inner) => {
        await inner.execute(sql.raw(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`));
        await first(inner);
        await inner.execute(sql.raw(`LOCK TABLE apps IN ${mode} MODE`));
        await inner.execute(sql`SET LOCAL lock_timeout = 0`);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === LOCK_TRIES_MAX) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/**
 * Locks open budgets in the order of views. Call it before changing the status of several apps, because its trigger could
 * deadlock with a view.
 */
export async function lockBudgets(tx: Db, appIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    SELECT FROM ${viewBudgets} WHERE ${isOneOf(viewBudgets.appId, appIds)} AND ${viewBudgets.finishedAt} IS NULL
    ORDER BY ${viewBudgets.appId} FOR NO KEY UPDATE`);
}

/** Locks rows of `seen_apps` before their deletion, by user and app. Otherwise two deletions could deadlock. */
export async function lockSeen(tx: Db, condition: SQL): Promise<void> {
  await tx.execute(sql`
    SELECT FROM ${seenApps} WHERE ${condition} ORDER BY ${seenApps.userId}, ${seenApps.appId} FOR UPDATE`);
}

/** Enough for 500 decisions of another moderator, or votes on many apps. */
const LOCK_WAIT = '10s';

/** Lets the transaction wait up to ten seconds for row locks, longer than usual. */
export async function waitForLocks(tx: Db): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`));
}

/** Lets statements of the transaction take minutes on one core, so that the others stay free for requests. */
export async function allowLongWork(tx: Db): Promise<void> {
  await tx.execute(
    sql.raw(
      `SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL work_mem = '64MB'`,
    ),
  );
}
