import { setTimeout as delay } from 'node:timers/promises';
import { lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import type { NextBatch } from '../db/delete-batches.ts';
import { isOneOf } from '../db/is-one-of.ts';
import { failingPurges } from '../db/schema/stats.table.ts';
import { logFault } from '../log/counted-log.ts';
import type { Attempt, JobDeps } from './job.ts';

/** Consecutive failures after which a purge waits for the next run. */
const TRIES = 3;
const ALARM_AFTER_MS = 24 * 3_600_000;
/** Length of a pause in durations of the previous batch, because others need the CPU too. */
const PAUSE = 2;

export type Purge<D extends JobDeps> = (deps: D, now: Date) => NextBatch;

interface PurgeLimits extends Pick<Attempt, 'log' | 'isStopping'> {
  workMs: number;
}

async function storeOutcomes(db: Db, failed: readonly string[], worked: readonly string[], now: Date) {
  if (failed.length > 0)
    await db
      .insert(failingPurges)
      .values(failed.map((name) => ({ name, since: now })))
      .onConflictDoNothing();
  if (worked.length > 0) await db.delete(failingPurges).where(isOneOf(failingPurges.name, worked));
}

/** Runs one batch of each purge in turn, with pauses, despite failures of others. Returns the number of rows by purge. */
export async function runPurges<D extends JobDeps>(
  deps: D,
  purges: Readonly<Record<string, Purge<D>>>,
  { workMs, log, isStopping }: PurgeLimits,
): Promise<Record<string, number>> {
  const now = deps.clock();
  const all = Object.entries(purges).map(([name, begin]) => ({
    name,
    next: begin(deps, now),
    rows: 0,
    failures: 0,
    isOver: false,
  }));
  const startedAt = performance.now();
  const mayGoOn = () => !isStopping() && performance.now() - startedAt < workMs;
  while (mayGoOn() && all.some(({ isOver }) => !isOver)) {
    for (const purge of all) {
      if (purge.isOver || !mayGoOn()) continue;
      const began = performance.now();
      try {
        const rows = await purge.next();
        purge.rows += rows;
        purge.failures = 0;
        purge.isOver = rows === 0;
      } catch (error) {
        purge.failures += 1;
        purge.isOver = purge.failures === TRIES;
        const message = 'old data could not be deleted';
        logFault(log, error, { message, fields: { purge: purge.name }, alike: [purge.name] });
      }
      await delay(PAUSE * (performance.now() - began));
    }
  }
  const names = (has: (purge: (typeof all)[number]) => boolean) => all.filter(has).map(({ name }) => name);
  await storeOutcomes(
    deps.db,
    names(({ failures }) => failures === TRIES),
    names(({ failures, isOver, rows }) => failures === 0 && (isOver || rows > 0)),
    now,
  );
  return Object.fromEntries(all.map(({ name, rows }) => [name, rows]));
}

/** Returns the failing purges, with seconds since their first failure. */
export async function readFailingPurges(db: Db, now: Date): Promise<{ purge: string; seconds: number }[]> {
  const rows = await db.select().from(failingPurges);
  return rows.map(({ name, since }) => ({ purge: name, seconds: (now.getTime() - since.getTime()) / 1_000 }));
}

/** SQL: array of purges that have failed for a day. */
export const longFailingPurges = (now: Date) =>
  sql`(SELECT coalesce(array_agg(name ORDER BY name), '{}') FROM ${failingPurges}
    WHERE ${lte(failingPurges.since, new Date(now.getTime() - ALARM_AFTER_MS))})`;
