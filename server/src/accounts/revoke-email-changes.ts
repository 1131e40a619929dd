import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { pendingEmails } from '../db/schema/email-changes.table.ts';

/** Makes links to new addresses of the account invalid. The rows stay until their mails in files are deleted. */
export async function revokeEmailChanges(db: Db, userId: string): Promise<void> {
  await db
    .update(pendingEmails)
    .set({ tokenHash: null, expiresAt: sql`${pendingEmails.createdAt}` })
    .where(eq(pendingEmails.userId, userId));
}
