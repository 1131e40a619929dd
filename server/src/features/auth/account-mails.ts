import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, whyMailed } from '../../mail/letter.ts';
import { type Addressed, defineMails } from '../../mail/send-mail.ts';
import { mintToken, passwordMark } from './account-tokens.ts';
import { inTransaction } from '../../db/transaction.ts';

const UNASKED = "If you didn't request this, you can ignore this email.";

/** Browsers do not send the fragment, so the token is in no log and no Referer. */
function linkWith(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}#token=${token}`;
}

function verifyMail(token: string, publicUrl: string): Letter {
  return {
    subject: 'Please confirm your email address',
    paragraphs: [
      'Please confirm that this is your email address.',
      'The link works for 24 hours. Open it in the browser where you signed up: this signs out your other devices. In any other browser it signs out all devices, and you choose a new password.',
    ],
    action: { label: 'Confirm my address', url: linkWith(publicUrl, '/verify-email', token) },
    closing: UNASKED,
    why: whyMailed.account,
  };
}

function resetMail(token: string, publicUrl: string): Letter {
  return {
    subject: 'Choose a new password',
    picture: null,
    paragraphs: [
      'Someone, hopefully you, asked for a new password.',
      'The link works once, within an hour. Your password changes only when you set a new one.',
    ],
    action: { label: 'Choose a new password', url: linkWith(publicUrl, '/reset-password', token) },
    closing: UNASKED,
    why: whyMailed.account,
  };
}

const about = { userId: z.nullable(z.uuid()) };
const AccountMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('verify'), ...about }),
  z.object({ kind: z.literal('reset'), ...about, passwordMark: z.nullable(z.string()) }),
]);
type AccountMail = z.infer<typeof AccountMail>;

async function lockUser(tx: Db, userId: string): Promise<UserRow | undefined> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user;
}

async function writeVerification(
  { db, config: { publicUrl }, clock }: Deps,
  userId: string,
): Promise<Addressed | null> {
  return inTransaction(db, async (tx) => {
    const person = await lockUser(tx, userId);
    if (!person?.email || person.emailVerifiedAt) return null;
    const token = await mintToken(tx, userId, 'verify_email', clock());
    return { to: person, ...verifyMail(token, publicUrl) };
  });
}

/** Returns null if the password has changed since the request: an intruder may have requested the link. */
async function writeReset(
  { db, config: { publicUrl }, clock }: Deps,
  userId: string,
  mark: string | null,
): Promise<Addressed | null> {
  return inTransaction(db, async (tx) => {
    const person = await lockUser(tx, userId);
    if (!person?.email || mark !== passwordMark(person.passwordHash)) return null;
    const token = await mintToken(tx, userId, 'reset_password', clock());
    return { to: person, ...resetMail(token, publicUrl) };
  });
}

export const accountMails = defineMails({
  name: 'account-mails',
  data: AccountMail,
  async write(deps, mail) {
    if (mail.userId === null) return null;
    return mail.kind === 'verify'
      ? writeVerification(deps, mail.userId)
      : writeReset(deps, mail.userId, mail.passwordMark);
  },
});
