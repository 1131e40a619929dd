import type { Passkey } from '@zapdeck/contract/sign-in/passkeys';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type PasskeyRow, passkeys } from '../../db/schema/passkeys.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { forgetRemovedFactor } from '../../accounts/session-changes.ts';
import { securityMails } from '../auth/security-mails.ts';
import { findAuthenticator } from '../factors/authenticator.ts';
import { passkeyObstacle } from '../factors/relying-party.ts';
import { requireWayIn } from '../factors/remove-factors.ts';

export function presentPasskey({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey {
  return {
    id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

export async function readPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

/** Lists the second factors of the account that can be used here. */
export async function usableFactorsOf(
  db: Db,
  { config, secretKey }: Pick<Deps, 'config' | 'secretKey'>,
  userId: string,
): Promise<('passkey' | 'code')[]> {
  const hasPasskey = (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
  const hasApp = (await findAuthenticator(db, { secretKey }, userId)) !== null;
  return [
    ...(hasPasskey && passkeyObstacle(config.publicUrl) === null ? (['passkey'] as const) : []),
    ...(hasApp ? (['code'] as const) : []),
  ];
}

const isOwn = (userId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, userId));

/** Rejects with `passkey_not_found`. */
export async function renamePasskey(
  db: Db,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow> {
  const [renamed] = await db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning();
  if (!renamed) throw new Refusal('passkey_not_found');
  return renamed;
}

/**
 * Removes a passkey. Other sessions continue, but have to prove again. Rejects with `passkey_not_found`, `last_way_in` and
 * `unauthorized`.
 */
export async function removePasskey(
  db: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  owner: { userId: string; sid: string },
  { id, request, now }: { id: string; request: Client; now: Date },
): Promise<void> {
  const { userId, sid } = owner;
  await inTransaction(db, async (tx) => {
    // A sign-in locks the user before the passkey too.
    await lockMemberIn(tx, owner);
    const removed = await tx.delete(passkeys).where(isOwn(userId, id)).returning({ id: passkeys.id });
    if (removed.length === 0) throw new Refusal('passkey_not_found');
    await requireWayIn(tx, config, userId);
    await forgetRemovedFactor(tx, userId, sid);
    const event = { event: 'passkey_removed', userId } as const;
    await jobs.enqueue(tx, securityMails, { ...event, at: now.toISOString() });
    await recordSecurityEvent(tx, { ...event, request, now });
  });
}
