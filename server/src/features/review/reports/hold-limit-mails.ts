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
      subject: `Reports have held back ${apps} within an hour`,
      paragraphs: [
        `Reports of members have held back ${apps} within an hour. That is the limit: until an hour has passed, no more apps are held back. New reports are still listed.`,
        'This can be an attack by a group, or many bad apps at once. Please review the reports.',
      ],
      action: { label: 'Open the reports', url: `${publicUrl}/admin/reports` },
      why: `Admins get this email when reports have reached the limit of holds per hour. You can change it on the Config tab: ${publicUrl}/admin/config`,
    };
  },
});
