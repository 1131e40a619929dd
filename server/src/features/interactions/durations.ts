import {
  DURATION_MAX_MS,
  type recordDurations as recordDurationsRoute,
} from '@zapdeck/contract/interactions';
import type { BodyOf } from '@zapdeck/contract/route';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../apps/apps.table.ts';
import { users } from '../users/users.table.ts';
import { durationBatches } from './interactions.table.ts';

/** How far a user's times may run ahead of the clock: sends are delayed unevenly on their way. */
export const DURATION_ALLOWANCE_MS = 5_000;

const sumOf = (times: Iterable<number>): number => [...times].reduce((sum, ms) => sum + ms, 0);

/** Scales the times down, all by the same factor, so that their sum is at most `allowedMs`. */
export function fitInto(durations: ReadonlyMap<string, number>, allowedMs: number): Map<string, number> {
  const sum = sumOf(durations.values());
  const factor = sum > allowedMs ? allowedMs / sum : 1;
  return new Map([...durations].map(([appId, ms]) => [appId, Math.floor(ms * factor)]));
}

/** When the user's times are accounted for, as of now; locks the user, so that their sends are counted one by one. */
async function lockAccount(db: Db, userId: string): Promise<Date> {
  const columns = { sentAt: users.durationsSentAt, createdAt: users.createdAt };
  const user = one(await db.select(columns).from(users).where(eq(users.id, userId)).for('no key update'));
  return user.sentAt ?? user.createdAt;
}

async function isNewBatch(db: Db, userId: string, batchId: string, now: Date): Promise<boolean> {
  const batch = { userId, batchId, createdAt: now };
  const stored = await db.insert(durationBatches).values(batch).onConflictDoNothing().returning();
  return stored.length > 0;
}

/** Which of the apps are approved; locks them in the order of their ids, so that no two sends can block each other. */
async function lockApproved(db: Db, appIds: string[]): Promise<string[]> {
  const locked = await db
    .select({ id: apps.id })
    .from(apps)
    .where(and(inArray(apps.id, appIds), eq(apps.status, 'approved')))
    .orderBy(apps.id)
    .for('no key update');
  return locked.map(({ id }) => id);
}

/** The times by app; ids are spelt as the database does, so that two spellings of one app are one app. */
function byApp(durations: Readonly<Record<string, number>>): Map<string, number> {
  const times = new Map<string, number>();
  for (const [spelling, ms] of Object.entries(durations)) {
    const appId = spelling.toLowerCase();
    if (ms > 0) times.set(appId, Math.min((times.get(appId) ?? 0) + ms, DURATION_MAX_MS));
  }
  return times;
}

/**
 * Adds the times to the apps' `timeSpent`, milliseconds. Apps that are unknown or not approved are left out; the sum
 * is held to the time that passed since the user's last send; a batch that was counted before changes nothing.
 */
export async function recordDurations(
  db: Db,
  userId: string,
  { durations, batchId }: BodyOf<typeof recordDurationsRoute>,
  now: Date,
): Promise<{ counted: boolean }> {
  return db.transaction(async (tx) => {
    const accountedUntil = (await lockAccount(tx, userId)).getTime();
    if (batchId !== undefined && !(await isNewBatch(tx, userId, batchId, now))) return { counted: false };

    const reported = byApp(durations);
    const approved = reported.size > 0 ? await lockApproved(tx, [...reported.keys()]) : [];
    const allowedMs = Math.max(0, now.getTime() - accountedUntil + DURATION_ALLOWANCE_MS);
    const spent = fitInto(new Map(approved.map((id) => [id, reported.get(id) ?? 0])), allowedMs);
    if (spent.size > 0) {
      await tx.execute(sql`
        UPDATE apps SET time_spent = time_spent + spent.ms
        FROM unnest(${sql.param([...spent.keys()])}::uuid[], ${sql.param([...spent.values()])}::bigint[]) AS spent(id, ms)
        WHERE apps.id = spent.id`);
    }
    // What went beyond the clock is borrowed from the next send, so that the allowance does not add up.
    const until = Math.max(now.getTime(), accountedUntil + sumOf(spent.values()));
    await tx
      .update(users)
      .set({ durationsSentAt: new Date(until) })
      .where(eq(users.id, userId));
    return { counted: true };
  });
}
