import { randomBytes } from 'node:crypto';
import type { MailKind, MailPreferences } from '@zapdeck/contract/accounts/mail-preferences';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mailPreferences } from '../../db/schema/maker-mails.table.ts';
import { lockMember } from '../../accounts/locks.ts';
import { lastWholeWeek } from './weeks.ts';

const TOKEN_BYTES = 32;

const newRow = (userId: string) => ({
  userId,
  unsubscribeToken: randomBytes(TOKEN_BYTES).toString('base64url'),
});

export async function readPreferences(db: Db, userId: string): Promise<MailPreferences> {
  const [row] = await db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId));
  return { milestones: row?.milestones ?? true, weekly: row?.weekly ?? false };
}

/** Saves the preferences. The first summary covers the current week. Rejects with `unauthorized` or `session_suspended`. */
export async function changePreferences(
  db: Db,
  userId: string,
  { milestones, weekly, now }: Partial<MailPreferences> & { now: Date },
): Promise<void> {
  const set = {
    ...(milestones === undefined ? {} : { milestones }),
    ...(weekly === undefined ? {} : { weekly }),
    ...(weekly ? { weeklyQueuedFor: lastWholeWeek(now) } : {}),
  };
  if (Object.keys(set).length === 0) return;
  await inTransaction(db, async (tx) => {
    await lockMember(tx, userId, 'share');
    await tx
      .insert(mailPreferences)
      .values({ ...newRow(userId), ...set })
      .onConflictDoUpdate({ target: mailPreferences.userId, set });
  });
}

export async function readUnsubscribeToken(db: Db, userId: string): Promise<string> {
  await db.insert(mailPreferences).values(newRow(userId)).onConflictDoNothing();
  const rows = await db
    .select({ token: mailPreferences.unsubscribeToken })
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  return one(rows).token;
}

export async function findOwner(db: Db, token: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: mailPreferences.userId })
    .from(mailPreferences)
    .where(eq(mailPreferences.unsubscribeToken, token));
  return row?.userId;
}

export async function unsubscribe(db: Db, token: string, kind: MailKind): Promise<boolean> {
  const ended = await db
    .update(mailPreferences)
    .set({ [kind]: false })
    .where(eq(mailPreferences.unsubscribeToken, token))
    .returning({ userId: mailPreferences.userId });
  return ended.length > 0;
}
