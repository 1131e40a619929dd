import { screens } from '@zapdeck/contract/instance/screens';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import type { Speech } from '../../languages/say.ts';
import { whyMailed } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';

const Knowledge = z.enum(['nothing', 'password']);
export type Knowledge = z.infer<typeof Knowledge>;

/** The guesser tries passwords, or knows the password and tries codes of the authenticator app. */
const guessWords = {
  nothing: ({ say }: Speech) => ({
    subject: say('Someone is trying to sign in to your account'),
    paragraphs: [
      say(
        'There were more than ten attempts within an hour to sign in to your account from devices that you have not used before.',
      ),
      say(
        'Your password is unchanged. Signing in on a new device takes a few seconds longer for now. On devices that you have used before, nothing changes.',
      ),
      say(
        'If this was you, you can ignore this email. If others could guess your password, or if you also use it elsewhere, choose a new one.',
      ),
    ],
  }),
  password: ({ say }: Speech) => ({
    subject: say('Someone may know your password'),
    paragraphs: [
      say(
        'Within an hour, someone entered your password and ten wrong codes on devices that you have not used before.',
      ),
      say(
        'Nobody was signed in. New devices have to wait up to an hour before they can try another code from your app. On devices that you have used before, and where you are signed in, nothing changes.',
      ),
      say('If this was not you, choose a new password now, here and wherever else you use it.'),
    ],
  }),
};

export const guessMails = defineMails({
  name: 'guess-mails',
  data: z.object({ userId: z.uuid(), knows: z._default(Knowledge, 'nothing') }),
  async write(deps, { userId, knows }) {
    const { db, config } = deps;
    const [owner] = await db.select().from(users).where(eq(users.id, userId));
    if (!owner) return null;
    const speech = speechTo(owner, deps);
    return {
      to: owner,
      ...guessWords[knows](speech),
      picture: null,
      why: speech.sayMarked(whyMailed.account),
      action: {
        label: speech.say('Choose a new password'),
        url: config.publicUrl + screens['forgot-password'].path,
      },
    };
  },
});
