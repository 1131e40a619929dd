import type { OwnData } from '@zapdeck/contract/account';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apps } from '../apps/apps.table.ts';
import { auditLog } from '../audit-log/audit-log.table.ts';
import { presentCurrentUser } from '../auth/auth.ts';
import { sessions } from '../auth/sessions.table.ts';
import { errorLogs } from '../error-logs/error-logs.table.ts';
import { seenApps, userAppInteractions } from '../interactions/interactions.table.ts';
import { reports } from '../reports/reports.table.ts';
import { votes } from '../votes/votes.table.ts';
import type { UserRow } from './users.table.ts';

/** Moments as the contract writes them. */
type Written<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

function written<T extends Record<string, unknown>>(row: T): Written<T> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as Written<T>;
}

async function all<T extends Record<string, unknown>>(rows: Promise<T[]>): Promise<Written<T>[]> {
  return (await rows).map(written);
}

/** Everything that is kept of a person, as of one moment. Undeclared columns are dropped by the contract. */
export async function collectOwnData(db: Db, user: UserRow): Promise<OwnData> {
  return db.transaction(
    async (tx) => ({
      account: {
        ...written(user),
        ...presentCurrentUser(user),
        hasPassword: user.passwordHash !== null,
      },
      sessions: await all(
        tx
          .select({
            createdAt: sessions.createdAt,
            lastSeenAt: sessions.lastSeenAt,
            expiresAt: sessions.expire,
          })
          .from(sessions)
          .where(eq(sessions.userId, user.id)),
      ),
      submittedApps: await all(tx.select().from(apps).where(eq(apps.submittedBy, user.id))),
      votes: await all(tx.select().from(votes).where(eq(votes.userId, user.id))),
      interactions: (
        await all(tx.select().from(userAppInteractions).where(eq(userAppInteractions.userId, user.id)))
      ).map(({ duration, ...interaction }) => ({ ...interaction, durationMs: duration })),
      seenApps: await all(tx.select().from(seenApps).where(eq(seenApps.userId, user.id))),
      reports: await all(tx.select().from(reports).where(eq(reports.reportedBy, user.id))),
      adminActs: await all(tx.select().from(auditLog).where(eq(auditLog.actorId, user.id))),
      errorReports: await all(tx.select().from(errorLogs).where(eq(errorLogs.userId, user.id))),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
