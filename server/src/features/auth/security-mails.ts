import { ProviderId } from '@zapdeck/contract/sign-in/providers';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { whyMailed, momentIn } from '../../mail/letter.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';
import { factorWords } from './factor-mail-words.ts';
import { passwordWords } from './password-mail-words.ts';
import { roleWords } from './role-mail-words.ts';
import type { MailWriter } from './security-mail-words.ts';
import type { Deps } from '../../deps.ts';

const eventWords = { ...passwordWords, ...factorWords, ...roleWords };
export type MailedEvent = keyof typeof eventWords;
const writers: Readonly<Record<MailedEvent, MailWriter>> = eventWords;

interface RoleChange {
  before: Role;
  after: Role;
  by: 'admin' | 'operator' | 'provider';
}

/** Names the new role, or the lost one if no role is left. */
export function roleEventOf({ before, after, by }: RoleChange): MailedEvent {
  if (after !== 'member') return `${after}_granted_by_${by}`;
  return before === 'moderator' ? `moderator_revoked_by_${by}` : `admin_revoked_by_${by}`;
}

export const securityMails = defineMails({
  name: 'security-mails',
  data: z.object({
    event: z.enum(Object.keys(eventWords) as [MailedEvent, ...MailedEvent[]]),
    userId: z.uuid(),
    provider: z._default(ProviderId, 'platform'),
    at: z.iso.datetime(),
  }),
  async write(deps: Deps, { event, userId, provider, at }) {
    const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
    if (!user) return null;
    const speech = speechTo(user, deps);
    const name = provider === 'google' ? 'Google' : deps.config.platformName;
    const facts = { when: momentIn(speech, new Date(at)), provider: name };
    return {
      to: user,
      ...writers[event](speech, facts),
      picture: null,
      why: speech.sayMarked(whyMailed.account),
      action: { label: speech.say('Choose a new password'), url: `${deps.config.publicUrl}/forgot-password` },
    };
  },
});
