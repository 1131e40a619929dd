import { lte, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { urlRulesOf } from '../features/apps/app-url.ts';
import { recheckDue } from '../features/apps/frame-check.ts';
import { purgeErrorReports } from '../features/error-logs/error-logs.ts';
import { durationBatches } from '../features/interactions/interactions.table.ts';
import { purgeIdempotencyKeys } from '../http/idempotency.ts';
import { rateLimits } from '../http/rate-limits.table.ts';
import { purgeSessions } from '../http/session.ts';

const TIDY_EVERY_MS = 15 * 60_000;
const RECHECK_EVERY_MS = 60_000;
/** A browser gives up on a batch of durations long before this. */
const BATCHES_KEPT_MS = 24 * 3_600_000;

/** Deletes what is over: sessions, idle guests, old error reports, known batches, old idempotency keys and spent limits. */
export async function tidy(db: Db, now: Date): Promise<void> {
  await purgeSessions(db, now);
  await purgeErrorReports(db, now);
  await db
    .delete(durationBatches)
    .where(lte(durationBatches.createdAt, new Date(now.getTime() - BATCHES_KEPT_MS)));
  await purgeIdempotencyKeys(db, now);
  await db.delete(rateLimits).where(sql`${rateLimits.expire} <= ${now.getTime()}`);
}

/** Does the work again and again, the next time counted from the end of the last; returns how to stop. */
function repeat(everyMs: number, work: () => Promise<unknown>, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const schedule = () => {
    timer = setTimeout(() => {
      running = work()
        .catch((error: unknown) => log.error({ err: error }, 'maintenance failed'))
        .then(() => {
          if (!isStopped) schedule();
        });
    }, everyMs);
  };
  schedule();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}

type MaintenanceDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'fetchPublic'>;

/** Tidies and looks at apps whose check is due, from now on; returns how to stop. */
export function startMaintenance(
  { config, db, clock, fetchPublic }: MaintenanceDeps,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let isStopping = false;
  const checks = { fetchPublic, rules: urlRulesOf(config), clock, isStopping: () => isStopping };
  const stops = [
    repeat(TIDY_EVERY_MS, () => tidy(db, clock()), log),
    repeat(RECHECK_EVERY_MS, () => recheckDue(db, checks, clock()), log),
  ];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}
