import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { whyMailed } from '../../mail/letter.ts';
import { defineMails } from '../../mail/send-mail.ts';

const SecurityEvent = z.enum([
  'password_changed',
  'password_reset',
  'password_set_by_operator',
  'admin_granted_by_admin',
  'admin_granted_by_operator',
  'admin_revoked_by_admin',
  'admin_revoked_by_operator',
]);
export type SecurityEvent = z.infer<typeof SecurityEvent>;

interface Words {
  subject: string;
  paragraphs: string[];
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

const UNEXPECTED =
  'If you did not expect this, reply to this email: it reaches the people who run this site. Choose a new password too, because someone else may be using your account.';

function roleWords(isAdmin: boolean, by: string, when: string): Words {
  const [subject, change] = isAdmin
    ? ['You are an admin now', 'made you an admin']
    : ['You are no longer an admin', 'removed your admin role'];
  return {
    subject,
    paragraphs: [`${by} ${change} on ${when}. You were signed out on all devices.`, UNEXPECTED],
  };
}

const ADMIN = 'Another admin';
const OPERATOR = 'The operator of this site';

const wordsOf: Readonly<Record<SecurityEvent, (when: string) => Words>> = {
  password_changed: (when) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${when}. All other devices were signed out.`,
      'If this was you, you can ignore this email. If it was not you, choose a new password now: this signs out all devices.',
    ],
  }),
  password_reset: (when) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Your password was changed on ${when} with a link from an email to this address. All devices were signed out.`,
      'If this was you, you can ignore this email. If it was not you, someone else can read your emails: change the password of your mailbox first, then choose a new one here.',
    ],
  }),
  password_set_by_operator: (when) => ({
    subject: 'Your password was changed by the operator',
    paragraphs: [
      `${OPERATOR} set a new password for your account on ${when}. All devices were signed out.`,
      'Ask the operator for it, or choose one of your own. If you did not expect this, reply to this email: it reaches the people who run this site.',
    ],
  }),
  admin_granted_by_admin: (when) => roleWords(true, ADMIN, when),
  admin_granted_by_operator: (when) => roleWords(true, OPERATOR, when),
  admin_revoked_by_admin: (when) => roleWords(false, ADMIN, when),
  admin_revoked_by_operator: (when) => roleWords(false, OPERATOR, when),
};

export const securityMails = defineMails({
  name: 'security-mails',
  data: z.object({ event: SecurityEvent, userId: z.uuid(), at: z.iso.datetime() }),
  async write({ db, config: { publicUrl } }, { event, userId, at }) {
    const [user] = await db.select().from(users).where(eq(users.id, userId));
    if (!user) return null;
    return {
      to: user,
      ...wordsOf[event](`${moment.format(new Date(at))} UTC`),
      picture: null,
      why: whyMailed.account,
      action: { label: 'Choose a new password', url: `${publicUrl}/forgot-password` },
    };
  },
});
