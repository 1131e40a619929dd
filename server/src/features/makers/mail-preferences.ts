import { randomBytes } from 'node:crypto';
import type { MailKind, MailPreferences } from '@zapdeck/contract/mail-preferences';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mailPreferences } from '../../db/schema/maker-mails.table.ts';
import { lockMember } from '../../http/lock-member.ts';
import { lastWholeWeek } from './weeks.ts';

const TOKEN_BYTES = 32;

const newRow = (userId: string) => ({
  userId,
  unsubscribeToken: randomBytes(TOKEN_BYTES).toString('base64url'),
});

/** Which mails somebody wants. */
export async function readPreferences(db: Db, userId: string): Promise<MailPreferences> {
  const [row] = await db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId));
  return { milestones: row?.milestones ?? true, weekly: row?.weekly ?? false };
}

/**
 * Changes which mails somebody wants. The first summary is that of a week that has not ended yet. Refuses with `unauthorized`
 * or `session_suspended` who is deleted or suspended meanwhile.
 */
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

/** What ends such mails of somebody, from the mails themselves; made when the first one is written. */
export async function readUnsubscribeToken(db: Db, userId: string): Promise<string> {
  await db.insert(mailPreferences).values(newRow(userId)).onConflictDoNothing();
  const rows = await db
    .select({ token: mailPreferences.unsubscribeToken })
    .from(mailPreferences)
    .where(eq(mailPreferences.userId, userId));
  return one(rows).token;
}

/** Whether the token is anybody's. */
export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  return (await db.$count(mailPreferences, eq(mailPreferences.unsubscribeToken, token))) > 0;
}

/** Ends the mails of this kind, and no others, of whose the token is; false where it is nobody's. */
export async function unsubscribe(db: Db, token: string, kind: MailKind): Promise<boolean> {
  const ended = await db
    .update(mailPreferences)
    .set({ [kind]: false })
    .where(eq(mailPreferences.unsubscribeToken, token))
    .returning({ userId: mailPreferences.userId });
  return ended.length > 0;
}
