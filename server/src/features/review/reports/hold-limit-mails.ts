import { and, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../../db/schema/users.table.ts';
import { isMailedAdmin } from '../../../mail/mailed-admins.ts';
import { defineMails } from '../../../mail/send-mail.ts';

export const holdLimitMails = defineMails({
  name: 'hold-limit-mails',
  data: z.object({ userId: z.uuid(), holdsPerHour: z.int() }),
  async write({ db, config: { publicUrl } }, { userId, holdsPerHour }) {
    const [admin] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isMailedAdmin));
    if (!admin) return null;
    const apps = holdsPerHour === 1 ? '1 app' : `${holdsPerHour} apps`;
    return {
      to: admin,
      subject: `Reports have hidden ${apps} within an hour`,
      paragraphs: [
        `Members have reported ${apps} within an hour, and each was hidden until a moderator decides. That is the limit: until an hour has passed, reports hide no more apps. They are still listed.`,
        'This can be an attack by people who report together, or many bad apps at once. Please look at the reports.',
      ],
      action: { label: 'Open the reports', url: `${publicUrl}/admin/reports` },
      why: `Admins get this mail when reports have hidden as many apps as they may. The limit is set on the Config tab: ${publicUrl}/admin/config`,
    };
  },
});
