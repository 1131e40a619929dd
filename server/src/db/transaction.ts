import { AsyncLocalStorage } from 'node:async_hooks';
import { is } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgTransaction, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Db } from './client.ts';

type Work<T> = (tx: Db) => Promise<T>;

interface CommitWatch {
  hasCommitted: boolean;
}

const watches = new AsyncLocalStorage<CommitWatch>();

export function watchCommits<T>(watch: CommitWatch, work: () => Promise<T>): Promise<T> {
  return watches.run(watch, work);
}

const connections = new WeakMap<Db, pg.ClientBase | pg.Pool>();

export function clientOf(db: Db): pg.ClientBase | pg.Pool {
  return connections.get(db) ?? (db as Db & { $client: pg.ClientBase | pg.Pool }).$client;
}

/** Runs the work in a transaction, or in a savepoint of one. drizzle's own leaks a connection on which BEGIN fails. */
export async function inTransaction<T>(db: Db, work: Work<T>, options?: PgTransactionConfig): Promise<T> {
  const parent = clientOf(db);
  const workOn = (tx: Db, connection: pg.ClientBase | pg.Pool) => {
    connections.set(tx, connection);
    return work(tx);
  };
  if (is(db, PgTransaction)) return db.transaction((tx) => workOn(tx, parent));
  const client = parent instanceof pg.Pool ? await parent.connect() : undefined;
  let hasBegun = false;
  try {
    const result = await (client ? drizzle(client) : db).transaction((tx) => {
      hasBegun = true;
      return workOn(tx, client ?? parent);
    }, options);
    const watch = watches.getStore();
    if (watch) watch.hasCommitted = true;
    return result;
  } finally {
    // The pool must not reuse a connection with an open transaction.
    client?.release(!hasBegun || client.getTransactionStatus() !== 'I');
  }
}
