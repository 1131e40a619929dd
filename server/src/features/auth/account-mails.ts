import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, whyMailed } from '../../mail/letter.ts';
import { type Addressed, defineMails, speechTo } from '../../mail/send-mail.ts';
import { mintToken, passwordMark } from './account-tokens.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Speech } from '../../languages/say.ts';

export const unasked = ({ say }: Speech) => say('If you didn’t request this, you can ignore this email.');

/** Returns a link with the token in the fragment, so that it is in no log and no Referer. */
export function linkWith(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}#token=${token}`;
}

function verifyMail(token: string, publicUrl: string, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Please confirm your email address'),
    paragraphs: [
      say('Please confirm that this is your email address.'),
      say('The link works for 24 hours. Open it in the browser where you signed up.'),
    ],
    action: { label: say('Confirm my email'), url: linkWith(publicUrl, '/verify-email', token) },
    closing: unasked(speech),
    why: sayMarked(whyMailed.account),
  };
}

function resetMail(token: string, publicUrl: string, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  return {
    subject: say('Choose a new password'),
    picture: null,
    paragraphs: [
      say('Someone, hopefully you, asked for a new password.'),
      say('The link works once, within an hour. Your password changes only when you set a new one.'),
    ],
    action: { label: say('Choose a new password'), url: linkWith(publicUrl, '/reset-password', token) },
    closing: unasked(speech),
    why: sayMarked(whyMailed.account),
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

async function writeVerification(deps: Deps, userId: string): Promise<Addressed | null> {
  const { db, config, clock } = deps;
  return inTransaction(db, async (tx) => {
    const person = await lockUser(tx, userId);
    if (!person?.email || person.emailVerifiedAt) return null;
    const token = await mintToken(tx, userId, 'verify_email', clock());
    return { to: person, ...verifyMail(token, config.publicUrl, speechTo(person, deps)) };
  });
}

/** Null if the password has changed since the request, because an intruder may have requested the link. */
async function writeReset(deps: Deps, userId: string, mark: string | null): Promise<Addressed | null> {
  const { db, config, clock } = deps;
  return inTransaction(db, async (tx) => {
    const person = await lockUser(tx, userId);
    if (!person?.email || mark !== passwordMark(person.passwordHash)) return null;
    const token = await mintToken(tx, userId, 'reset_password', clock());
    return { to: person, ...resetMail(token, config.publicUrl, speechTo(person, deps)) };
  });
}

export const accountMails = defineMails({
  name: 'account-mails',
  data: AccountMail,
  async write(deps: Deps, mail) {
    if (mail.userId === null) return null;
    return mail.kind === 'verify'
      ? writeVerification(deps, mail.userId)
      : writeReset(deps, mail.userId, mail.passwordMark);
  },
});
