import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../../db/schema/users.table.ts';
import { isMailedAdmin, defineMails, speechTo } from '../../../mail/send-mail.ts';

export const holdLimitMails = defineMails({
  name: 'hold-limit-mails',
  data: z.object({ userId: z.uuid(), holdsPerHour: z.int() }),
  async write(deps, { userId, holdsPerHour }) {
    const { publicUrl } = deps.config;
    const [admin] = await deps.db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isMailedAdmin));
    if (!admin) return null;
    const { say } = speechTo(admin, deps);
    const count = holdsPerHour;
    return {
      to: admin,
      subject: say(
        '{count, plural, one {Reports have held back # app within an hour} other {Reports have held back # apps within an hour}}',
        { count },
      ),
      paragraphs: [
        say(
          '{count, plural, one {Reports of members have held back # app within an hour.} other {Reports of members have held back # apps within an hour.}}',
          { count },
        ),
        say(
          'That is the limit: until an hour has passed, no more apps are held back. New reports are still listed.',
        ),
        say('This can be an attack by a group, or many bad apps at once. Please review the reports.'),
      ],
      action: { label: say('Open the reports'), url: `${publicUrl}/admin/reports` },
      why: say(
        'Admins get this email when reports have reached the limit of holds per hour. You can change it on the Config tab: {address}',
        { address: `${publicUrl}/admin/config/moderation` },
      ),
    };
  },
});
