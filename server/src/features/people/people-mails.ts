import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { type Letter, reasonParagraph, whyMailed } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';
import type { Speech } from '../../languages/say.ts';

const contactText = ({ say }: Speech) =>
  say('If you think this is a mistake, contact the people who run this site.');

function suspendedMail(reason: string, appsTakenOut: number, speech: Speech): Letter {
  const { say, sayMarked } = speech;
  const apps =
    appsTakenOut === 0
      ? say('Your apps in the deck stay there. Apps in review wait until the suspension ends.')
      : say(
          'Your apps are not shown until the suspension ends, including {count, plural, one {the one} other {the #}} in the deck.',
          { count: appsTakenOut },
        );
  return {
    subject: say('Your account is suspended'),
    picture: null,
    why: sayMarked(whyMailed.account),
    paragraphs: [
      say(
        'Your account was suspended. You are signed out everywhere and cannot sign in for now. Nothing was deleted.',
      ),
      reasonParagraph(reason, speech),
      apps,
      say(
        'You can still request a copy of your data or have it deleted: contact the people who run this site.',
      ),
    ],
    closing: contactText(speech),
  };
}

function liftedMail(publicUrl: string, { say, sayMarked }: Speech): Letter {
  return {
    subject: say('Your account is open again'),
    why: sayMarked(whyMailed.account),
    paragraphs: [
      say('Your suspension has ended: you can sign in again. Your pending apps are back in review.'),
    ],
    action: { label: say('Sign in'), url: `${publicUrl}/login` },
  };
}

/** Sent at once, because the address is deleted afterwards. */
export function deletedMail(reason: string, speech: Speech): Letter {
  const { say } = speech;
  return {
    subject: say('Your account was deleted'),
    picture: null,
    why: say('This is the last email to this address.'),
    paragraphs: [
      say(
        'Your account was deleted, with your votes, your history and all other data. Your apps in the deck stay there, without your name.',
      ),
      reasonParagraph(reason, speech),
    ],
    closing: contactText(speech),
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
  async write(deps, mail) {
    const [person] = await deps.db.select().from(users).where(eq(users.id, mail.userId));
    if (!person) return null;
    const speech = speechTo(person, deps);
    const { suspendedAt, suspendedReason: reason } = person;
    if (mail.kind === 'lifted')
      return suspendedAt === null ? { to: person, ...liftedMail(deps.config.publicUrl, speech) } : null;
    // The suspension has ended. A later suspension has its own mail.
    if (reason === null || suspendedAt?.toISOString() !== mail.at) return null;
    return { to: person, ...suspendedMail(reason, mail.appsTakenOut, speech) };
  },
});
