import { message } from '@zapdeck/contract/wire/message';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { pendingEmails } from '../../db/schema/email-changes.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { revokeEmailChanges } from '../../accounts/session-changes.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { requireAllowedEmail } from '../registration/join.ts';
import { emailChangeMails, CONFIRM_MS } from './change-mails.ts';

interface AskedChange {
  user: UserRow;
  sid: string | undefined;
  email: string;
  /** False if the address got too many mails. The response does not reveal it. */
  isMailed: boolean;
  request: Client;
  now: Date;
}

/** Stores a pending change. Rejects with `invalid_input`, `domain_not_allowed` or `unauthorized`. */
export async function requestChange(
  db: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  { user, sid, email, isMailed, request, now }: AskedChange,
): Promise<void> {
  if (email === user.email)
    throw new Refusal('invalid_input', {
      fields: { email: message('This is already the email of your account') },
    });
  await requireAllowedEmail(db, email);
  await inTransaction(db, async (tx) => {
    await lockMemberIn(tx, { userId: user.id, sid });
    await revokeEmailChanges(tx, user.id);
    const id = newId();
    const expiresAt = new Date(now.getTime() + CONFIRM_MS);
    await tx.insert(pendingEmails).values({ id, userId: user.id, email, createdAt: now, expiresAt });
    await recordSecurityEvent(tx, { userId: user.id, event: 'email_change_requested', request, now });
    if (isMailed) await jobs.enqueue(tx, emailChangeMails, { kind: 'confirm', id });
  });
}
