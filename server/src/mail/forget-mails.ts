import { eq, or, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { pendingEmails, previousEmails } from '../db/schema/email-changes.table.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import type { Mailer } from './mailer.ts';

/** Returns the current, pending and reserved addresses of the account. */
export async function addressesOf(db: Db, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<string[]> {
  const pending = db
    .select({ email: pendingEmails.email })
    .from(pendingEmails)
    .where(eq(pendingEmails.userId, id));
  const previous = db
    .select({ email: previousEmails.email })
    .from(previousEmails)
    .where(eq(previousEmails.userId, id));
  const others = [...(await pending), ...(await previous)].map((row) => row.email);
  return [...new Set(email === null ? others : [email, ...others])];
}

async function isMailed(db: Db, address: string): Promise<boolean> {
  const has = (table: typeof users | typeof pendingEmails | typeof previousEmails) =>
    sql`EXISTS (SELECT FROM ${table} WHERE ${eq(table.email, address)})`;
  const { rows } = await db.execute(sql`
    SELECT ${or(has(users), has(pendingEmails), has(previousEmails))} AS "isMailed"`);
  return rows[0]?.['isMailed'] === true;
}

/** Deletes mail files to these addresses, except to addresses of accounts. */
export async function forgetMails(
  { db, mailer }: { db: Db; mailer: Mailer },
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) if (!(await isMailed(db, address))) await mailer.forget(address);
}
