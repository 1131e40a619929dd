import { screens } from '@zapdeck/contract/screens';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { whyMailed } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';

export const guessMails = defineMails({
  name: 'guess-mails',
  data: z.object({ userId: z.uuid() }),
  async write(deps, { userId }) {
    const { db, config } = deps;
    const [owner] = await db.select().from(users).where(eq(users.id, userId));
    if (!owner) return null;
    const { say, sayMarked } = speechTo(owner, deps);
    return {
      to: owner,
      subject: say('Someone is trying to sign in to your account'),
      picture: null,
      why: sayMarked(whyMailed.account),
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
      action: {
        label: say('Choose a new password'),
        url: config.publicUrl + screens['forgot-password'].path,
      },
    };
  },
});
