import type { Role } from '@zapdeck/contract/roles';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { users } from '../../db/schema/users.table.ts';
import { whyMailed } from '../../mail/letter.ts';
import { momentIn } from '../../mail/moment-in.ts';
import { defineMails, speechTo } from '../../mail/send-mail.ts';
import type { Speech } from '../../languages/say.ts';

const SecurityEvent = z.enum([
  'password_changed',
  'password_reset',
  'password_set_by_operator',
  'passkey_added',
  'passkey_removed',
  'token_created',
  'admin_granted_by_admin',
  'admin_granted_by_operator',
  'admin_revoked_by_admin',
  'admin_revoked_by_operator',
  'moderator_granted_by_admin',
  'moderator_granted_by_operator',
  'moderator_revoked_by_admin',
  'moderator_revoked_by_operator',
  'admin_granted_by_provider',
  'admin_revoked_by_provider',
  'moderator_granted_by_provider',
  'moderator_revoked_by_provider',
  'admin_kept',
]);
export type SecurityEvent = z.infer<typeof SecurityEvent>;

interface RoleChange {
  before: Role;
  after: Role;
  by: 'admin' | 'operator' | 'provider';
}

/** Names the new role, or the lost one if no role is left. */
export function roleEventOf({ before, after, by }: RoleChange): SecurityEvent {
  if (after !== 'member') return `${after}_granted_by_${by}`;
  return before === 'moderator' ? `moderator_revoked_by_${by}` : `admin_revoked_by_${by}`;
}

/** Values that the texts can contain. */
type Facts = {
  when: string;
  /** Name of the platform provider. */
  provider: string;
};

interface Words {
  subject: string;
  paragraphs: string[];
}

const unexpected = ({ say }: Speech) =>
  say(
    'If you did not expect this, reply to this email: it reaches the people who run this site. Choose a new password too, because someone else may be using your account.',
  );

const roleWords = (speech: Speech, subject: string, change: string): Words => ({
  subject,
  paragraphs: [change, unexpected(speech)],
});

const wordsOf: Readonly<Record<SecurityEvent, (speech: Speech, facts: Facts) => Words>> = {
  password_changed: ({ say }, { when }) => ({
    subject: say('Your password was changed'),
    paragraphs: [
      say('Your password was changed on {when}. All other devices were signed out.', { when }),
      say(
        'If this was you, you can ignore this email. If it was not you, choose a new password now: this signs out all devices.',
      ),
    ],
  }),
  password_reset: ({ say }, { when }) => ({
    subject: say('Your password was changed'),
    paragraphs: [
      say(
        'Your password was changed on {when} with a link from an email to this address. All devices were signed out.',
        { when },
      ),
      say(
        'If this was you, you can ignore this email. If it was not you, someone else can read your emails: change the password of your mailbox first, then choose a new one here.',
      ),
    ],
  }),
  password_set_by_operator: ({ say }, { when }) => ({
    subject: say('Your password was changed by the operator'),
    paragraphs: [
      say(
        'The operator of this site set a new password for your account on {when}. All devices were signed out.',
        { when },
      ),
      say(
        'Ask the operator for the new password, or choose one yourself. If you did not expect this, reply to this email: it reaches the people who run this site.',
      ),
    ],
  }),
  passkey_added: ({ say }, { when }) => ({
    subject: say('A passkey was added to your account'),
    paragraphs: [
      say('A passkey was added to your account on {when}. It signs in without your password.', { when }),
      say(
        'If this was you, you can ignore this email. If it was not you, remove the passkey in the settings of your account and choose a new password.',
      ),
    ],
  }),
  passkey_removed: ({ say }, { when }) => ({
    subject: say('A passkey was removed from your account'),
    paragraphs: [
      say('A passkey was removed from your account on {when}. It can no longer sign in.', { when }),
      say(
        'If this was you, you can ignore this email. If it was not you, choose a new password now: this signs out all devices.',
      ),
    ],
  }),
  token_created: ({ say }, { when }) => ({
    subject: say('An API token was created for your account'),
    paragraphs: [
      say('An API token was created for your account on {when}. Programs use it in your name.', { when }),
      say(
        'If this was you, you can ignore this email. If it was not you, revoke it in your settings and choose a new password.',
      ),
    ],
  }),
  admin_granted_by_admin: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are an admin now'),
      speech.say('Another admin made you an admin on {when}. You were signed out on all devices.', { when }),
    ),
  admin_granted_by_operator: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are an admin now'),
      speech.say(
        'The operator of this site made you an admin on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  admin_revoked_by_admin: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say('Another admin removed your admin role on {when}. You were signed out on all devices.', {
        when,
      }),
    ),
  admin_revoked_by_operator: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say(
        'The operator of this site removed your admin role on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  moderator_granted_by_admin: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say('An admin made you a moderator on {when}. You were signed out on all devices.', { when }),
    ),
  moderator_granted_by_operator: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say(
        'The operator of this site made you a moderator on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  moderator_revoked_by_admin: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are no longer a moderator'),
      speech.say('An admin removed your moderator role on {when}. You were signed out on all devices.', {
        when,
      }),
    ),
  moderator_revoked_by_operator: (speech, { when }) =>
    roleWords(
      speech,
      speech.say('You are no longer a moderator'),
      speech.say(
        'The operator of this site removed your moderator role on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  admin_granted_by_provider: (speech, facts) =>
    roleWords(
      speech,
      speech.say('You are an admin now'),
      speech.say(
        'Your sign-in with {provider} on {when} made you an admin. You have this role only when you sign in with {provider}. You were signed out on all other devices.',
        facts,
      ),
    ),
  admin_revoked_by_provider: (speech, facts) =>
    roleWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say(
        'Your sign-in with {provider} on {when} came without the admin role, so you have lost it. You were signed out on all other devices.',
        facts,
      ),
    ),
  moderator_granted_by_provider: (speech, facts) =>
    roleWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say(
        'Your sign-in with {provider} on {when} made you a moderator. You have this role only when you sign in with {provider}. You were signed out on all other devices.',
        facts,
      ),
    ),
  moderator_revoked_by_provider: (speech, facts) =>
    roleWords(
      speech,
      speech.say('You are no longer a moderator'),
      speech.say(
        'Your sign-in with {provider} on {when} came without the moderator role, so you have lost it. You were signed out on all other devices.',
        facts,
      ),
    ),
  admin_kept: ({ say }, facts) => ({
    subject: say('You are still an admin'),
    paragraphs: [
      say(
        'Your sign-in with {provider} on {when} came without the admin role. You keep it for now, because you are the last active admin.',
        facts,
      ),
      say(
        'Make another person an admin. You then lose the role at your next sign-in with {provider}. If you should stay an admin, ask the operator of this site to give you the role.',
        facts,
      ),
    ],
  }),
};

export const securityMails = defineMails({
  name: 'security-mails',
  data: z.object({ event: SecurityEvent, userId: z.uuid(), at: z.iso.datetime() }),
  async write(deps, { event, userId, at }) {
    const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
    if (!user) return null;
    const speech = speechTo(user, deps);
    const facts = { when: momentIn(speech, new Date(at)), provider: deps.config.platformName };
    return {
      to: user,
      ...wordsOf[event](speech, facts),
      picture: null,
      why: speech.sayMarked(whyMailed.account),
      action: { label: speech.say('Choose a new password'), url: `${deps.config.publicUrl}/forgot-password` },
    };
  },
});
