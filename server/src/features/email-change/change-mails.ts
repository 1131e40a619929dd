import { and, eq, gt, ne } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { pendingEmails, previousEmails } from '../../db/schema/email-changes.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import { type Addressed, defineMails, speechTo } from '../../mail/send-mail.ts';
import { hashOfToken, newToken } from '../auth/account-tokens.ts';
import { isReserved } from '../registration/reserved-emails.ts';
import { changedLetter, confirmLetter, returnedLetter, takenLetter } from './change-letters.ts';

export const CONFIRM_MS = 24 * 3_600_000;

type Recipient = Addressed['to'];
type Pending = typeof pendingEmails.$inferSelect;

async function findOther(tx: Db, { email, userId }: Pending, now: Date): Promise<Recipient | undefined> {
  const { firstName, language } = users;
  const [owner] = await tx
    .select({ email: users.email, firstName, language, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)));
  if (owner) return owner;
  const { emailVerifiedAt } = previousEmails;
  const [earlier] = await tx
    .select({ email: previousEmails.email, firstName, language, emailVerifiedAt })
    .from(previousEmails)
    .innerJoin(users, eq(users.id, previousEmails.userId))
    .where(isReserved({ email, userId, now }));
  return earlier;
}

async function writeConfirm({ db, clock, config, instance }: Deps, id: string): Promise<Addressed | null> {
  return inTransaction(db, async (tx) => {
    const now = clock();
    // Evaluated under the row lock, because a newer request or a cancellation may have revoked this one.
    const [pending] = await tx
      .update(pendingEmails)
      .set({ expiresAt: new Date(now.getTime() + CONFIRM_MS) })
      .where(and(eq(pendingEmails.id, id), gt(pendingEmails.expiresAt, now)))
      .returning();
    if (!pending) return null;
    const [user] = await tx.select().from(users).where(eq(users.id, pending.userId));
    if (!user || isSuspended(user)) return null;
    const other = await findOther(tx, pending, now);
    if (other) return { to: other, ...takenLetter(speechTo(other, { instance })) };
    const token = newToken();
    await tx
      .update(pendingEmails)
      .set({ tokenHash: hashOfToken(token) })
      .where(eq(pendingEmails.id, id));
    const to = { email: pending.email, firstName: null, emailVerifiedAt: null, language: user.language };
    const link = { token, publicUrl: config.publicUrl };
    return { to, ...confirmLetter(link, speechTo(to, { instance })) };
  });
}

async function findPrevious(db: Db, id: string) {
  const { email, emailVerifiedAt, undoableUntil, createdAt } = previousEmails;
  const [found] = await db
    .select({
      to: { email, emailVerifiedAt, firstName: users.firstName, language: users.language },
      undoableUntil,
      createdAt,
    })
    .from(previousEmails)
    .innerJoin(users, eq(users.id, previousEmails.userId))
    .where(eq(previousEmails.id, id));
  return found;
}

/** Null if the change was undone or is too old to undo. */
async function writeChanged(deps: Deps, id: string): Promise<Addressed | null> {
  const { db, clock, config } = deps;
  const token = newToken();
  const isUndoable = and(eq(previousEmails.id, id), gt(previousEmails.undoableUntil, clock()));
  const { rowCount } = await db
    .update(previousEmails)
    .set({ undoHash: hashOfToken(token) })
    .where(isUndoable);
  const previous = rowCount ? await findPrevious(db, id) : undefined;
  if (!previous) return null;
  const { to, createdAt: at } = previous;
  return { to, ...changedLetter({ token, publicUrl: config.publicUrl, at }, speechTo(to, deps)) };
}

async function writeReturned(deps: Deps, id: string): Promise<Addressed | null> {
  const previous = await findPrevious(deps.db, id);
  if (!previous) return null;
  const { to, createdAt } = previous;
  return { to, ...returnedLetter(createdAt, speechTo(to, deps)) };
}

const writers = { confirm: writeConfirm, changed: writeChanged, returned: writeReturned } as const;

/** `confirm` has the id of a pending address. All others have the id of a previous one. */
export const emailChangeMails = defineMails({
  name: 'email-change-mails',
  data: z.object({ kind: z.enum(['confirm', 'changed', 'returned']), id: z.uuid() }),
  write: (deps: Deps, { kind, id }) => writers[kind](deps, id),
});
