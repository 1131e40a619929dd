import '@fastify/cookie';
import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pendingAccounts } from '../../db/schema/pending-accounts.table.ts';
import { Identity } from './identity.ts';
import type { Exchange } from './sign-in-attempts.ts';

const LIFETIME_MS = 30 * 60_000;
const TOKEN_BYTES = 32;

interface PendingAccount {
  id: string;
  identity: Identity;
  returnTo: string | null;
  invitationHash: string | null;
}

interface When {
  isSecure: boolean;
  now: Date;
}

const pendingCookieName = ({ isSecure }: When) => (isSecure ? '__Host-new-account' : 'new-account');
const cookieOptions = ({ isSecure }: When) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }) as const;

/** Returns the stored id of the browser's sign-in. Without a cookie, returns an id that no row has. */
const hashIn = ({ request }: Exchange, when: When) =>
  hash('sha256', request.cookies[pendingCookieName(when)] ?? '');

async function deleteRow(db: Db, exchange: Exchange, when: When): Promise<void> {
  await db.delete(pendingAccounts).where(eq(pendingAccounts.hash, hashIn(exchange, when)));
}

/** Stores a first sign-in until the person accepts the terms. Replaces an earlier one of the browser. */
export async function holdAccount(
  db: Db,
  exchange: Exchange,
  pending: Omit<PendingAccount, 'id'>,
  when: When,
): Promise<void> {
  await deleteRow(db, exchange, when);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(when.now.getTime() + LIFETIME_MS);
  const row = { hash: hash('sha256', token), ...pending, createdAt: when.now, expiresAt };
  await db.insert(pendingAccounts).values(row);
  void exchange.reply.setCookie(pendingCookieName(when), token, {
    ...cookieOptions(when),
    maxAge: LIFETIME_MS / 1000,
  });
}

const isOfBrowser = (exchange: Exchange, when: When) =>
  and(eq(pendingAccounts.hash, hashIn(exchange, when)), gt(pendingAccounts.expiresAt, when.now));

type PendingAccountRow = typeof pendingAccounts.$inferSelect;

const presentPendingAccount = (row: PendingAccountRow | undefined): PendingAccount | undefined =>
  row && { ...row, identity: Identity.parse(row.identity) };

export async function readAccount(
  db: Db,
  exchange: Exchange,
  when: When,
): Promise<PendingAccount | undefined> {
  const [row] = await db.select().from(pendingAccounts).where(isOfBrowser(exchange, when));
  return presentPendingAccount(row);
}

/** Deletes and returns the sign-in. Undefined if another tab replaced or took it. A row lock orders concurrent calls. */
export async function takeAccount(
  tx: Db,
  exchange: Exchange,
  id: string,
  when: When,
): Promise<PendingAccount | undefined> {
  const isMeant = and(isOfBrowser(exchange, when), eq(pendingAccounts.id, id));
  const [row] = await tx.delete(pendingAccounts).where(isMeant).returning();
  return presentPendingAccount(row);
}

/** Deletes the sign-in of the browser. */
export async function dropAccount(db: Db, exchange: Exchange, when: When): Promise<void> {
  await deleteRow(db, exchange, when);
  forgetAccount(exchange, when);
}

/** Deletes the cookie of a sign-in that is no longer pending. */
export function forgetAccount({ reply }: Exchange, when: When): void {
  void reply.clearCookie(pendingCookieName(when), cookieOptions(when));
}
