import { AsyncLocalStorage } from 'node:async_hooks';
import { is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './client.ts';

type Work<T> = (tx: Db) => Promise<T>;

/** Set to true when a transaction commits during the work that is watched. */
interface CommitWatch {
  hasCommitted: boolean;
}

const watches = new AsyncLocalStorage<CommitWatch>();

/** Runs the work; `watch.hasCommitted` tells at any time whether one of its transactions has committed. */
export function watchCommits<T>(watch: CommitWatch, work: () => Promise<T>): Promise<T> {
  return watches.run(watch, work);
}

function poolOf(db: Db): pg.Pool | undefined {
  const { $client } = db as Db & { $client?: unknown };
  return $client instanceof pg.Pool ? $client : undefined;
}

/**
 * Runs the work in a transaction and commits it; rolls back and rethrows if the work throws. Within a transaction it sets a
 * savepoint instead, and the options have no effect. The only way to open a transaction: drizzle's own never releases a
 * connection on which BEGIN fails.
 */
export async function inTransaction<T>(db: Db, work: Work<T>, options?: PgTransactionConfig): Promise<T> {
  if (is(db, PgTransaction)) return db.transaction(work);
  const client = await poolOf(db)?.connect();
  let hasBegun = false;
  try {
    const result = await (client ? drizzle(client) : db).transaction((tx) => {
      hasBegun = true;
      return work(tx);
    }, options);
    const watch = watches.getStore();
    if (watch) watch.hasCommitted = true;
    return result;
  } finally {
    // Nobody else gets a connection on which a transaction may be open.
    client?.release(!hasBegun || client.getTransactionStatus() !== 'I');
  }
}
