import type { MailWriter } from './security-mail-words.ts';

export const passwordWords = {
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
        'Ask the operator for the new password, or choose one yourself. If you did not expect this, contact the people who run this site.',
      ),
    ],
  }),
  email_change_undone: ({ say }, { when }) => ({
    subject: say('The change of your email was undone'),
    paragraphs: [
      say(
        'The change of your email was undone on {when} with a link from an email to this address. All devices were signed out, and the password was removed.',
        { when },
      ),
      say(
        'If this was you, choose a new password. If it was not you, someone else can read your emails: change the password of your mailbox first, then choose a new one here.',
      ),
    ],
  }),
} as const satisfies Record<string, MailWriter>;
