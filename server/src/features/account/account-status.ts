import type { accountStatus } from '@zapdeck/contract/accounts/account';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { and, eq, gt, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { pendingEmails } from '../../db/schema/email-changes.table.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { linkedProvidersOf } from '../identities/linked-identities.ts';

async function readPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const isOpen = and(eq(pendingEmails.userId, userId), gt(pendingEmails.expiresAt, now));
  const [pending] = await db.select({ email: pendingEmails.email }).from(pendingEmails).where(isOpen);
  return pending?.email ?? null;
}

export async function readAccountStatus(
  db: Db,
  user: UserRow,
  now: Date,
): Promise<ResponseOf<typeof accountStatus>> {
  const own = await db
    .select({
      approvedApps: sql<number>`(count(*) FILTER (WHERE ${apps.status} = 'approved'))::int`,
      otherApps: sql<number>`(count(*) FILTER (WHERE ${apps.status} <> 'approved'))::int`,
    })
    .from(apps)
    .where(eq(apps.submittedBy, user.id));
  return {
    isEmailVerified: user.emailVerifiedAt !== null,
    pendingEmail: await readPendingEmail(db, user.id, now),
    hasPassword: user.passwordHash !== null,
    linkedProviders: linkedProvidersOf(user),
    readsLanguages: user.readsLanguages,
    belongings: {
      ...one(own),
      votes: await db.$count(votes, eq(votes.userId, user.id)),
      reports: await db.$count(reports, eq(reports.reportedBy, user.id)),
    },
  };
}
