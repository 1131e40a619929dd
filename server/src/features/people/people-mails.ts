import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { type Letter, whyMailed } from '../../mail/letter.ts';
import { defineMails } from '../../mail/send-mail.ts';

const CONTACT =
  'If you think this is a mistake, reply to this email. It reaches the people who run this site.';

function suspendedMail(reason: string, appsTakenOut: number): Letter {
  const apps =
    appsTakenOut === 0
      ? 'Your apps in the deck stay there. Apps in review wait until the suspension ends.'
      : `Your apps are not shown until the suspension ends, including ${appsTakenOut === 1 ? 'the one' : `the ${appsTakenOut}`} in the deck.`;
  return {
    subject: 'Your account is suspended',
    picture: null,
    why: whyMailed.account,
    paragraphs: [
      'Your account was suspended. You are signed out everywhere and cannot sign in for now. Nothing was deleted.',
      `Reason:\n${reason}`,
      apps,
      'You can still request a copy of your data or have it deleted: just reply to this email.',
    ],
    closing: CONTACT,
  };
}

function liftedMail(publicUrl: string): Letter {
  return {
    subject: 'Your account is open again',
    why: whyMailed.account,
    paragraphs: ['Your suspension has ended: you can sign in again. Your pending apps are back in review.'],
    action: { label: 'Sign in', url: `${publicUrl}/login` },
  };
}

/** Sent at once, because the address is deleted afterwards. */
export function deletedMail(reason: string): Letter {
  return {
    subject: 'Your account was deleted',
    picture: null,
    why: 'You get this email because your account had this address. It is the last one.',
    paragraphs: [
      'Your account was deleted, with your votes, your history and all other data. Your apps in the deck stay there, without your name.',
      `Reason:\n${reason}`,
    ],
    closing: CONTACT,
  };
}

const about = { userId: z.uuid(), at: z.iso.datetime() };
const PeopleMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('suspended'), ...about, appsTakenOut: z.int() }),
  z.object({ kind: z.literal('lifted'), ...about }),
]);

export const peopleMails = defineMails({
  name: 'people-mails',
  data: PeopleMail,
  async write({ db, config: { publicUrl } }, mail) {
    const [person] = await db.select().from(users).where(eq(users.id, mail.userId));
    if (!person) return null;
    const { suspendedAt, suspendedReason: reason } = person;
    if (mail.kind === 'lifted') return suspendedAt === null ? { to: person, ...liftedMail(publicUrl) } : null;
    // The suspension has ended. A later one has its own mail.
    if (reason === null || suspendedAt?.toISOString() !== mail.at) return null;
    return { to: person, ...suspendedMail(reason, mail.appsTakenOut) };
  },
});
