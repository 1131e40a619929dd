import { screens } from '@zapdeck/contract/instance/screens';
import { Device, deviceText } from '@zapdeck/contract/accounts/security-log';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { whyMailed, momentIn } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';

export const newDeviceMails = defineMails({
  name: 'new-device-mails',
  data: z.object({ userId: z.uuid(), device: Device, at: z.iso.datetime() }),
  async write(deps, { userId, device, at }) {
    const [owner] = await deps.db.select().from(users).where(eq(users.id, userId));
    if (!owner) return null;
    const speech = speechTo(owner, deps);
    const { say, sayMarked } = speech;
    const values = { device: sayMarked(deviceText(device)), when: momentIn(speech, new Date(at)) };
    return {
      to: owner,
      subject: say('New sign-in to your account'),
      picture: null,
      why: sayMarked(whyMailed.account),
      paragraphs: [
        say('A device that is new to your account signed in on {when}: {device}.', values),
        say(
          'If this was you, you can ignore this email. If it was not you, sign out that device in your settings. If you sign in with a password, choose a new one too.',
        ),
      ],
      action: {
        label: say('See where you are signed in'),
        url: deps.config.publicUrl + screens.settings.path,
      },
    };
  },
});
