import { changeWords, type MailWriter } from './security-mail-words.ts';

export const factorWords = {
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
  totp_on: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('Authenticator app turned on'),
      speech.say('Since {when}, signing in to your account needs a code from your authenticator app.', {
        when,
      }),
    ),
  totp_off: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('Authenticator app turned off'),
      speech.say('Since {when}, signing in to your account needs no code any more.', { when }),
    ),
  recovery_code_used: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('A recovery code was used'),
      speech.say(
        'A recovery code of your account was used on {when}. It no longer works. You can get new codes in the settings.',
        { when },
      ),
    ),
  recovery_codes_renewed: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You have new recovery codes'),
      speech.say('Your recovery codes were replaced on {when}. The earlier ones no longer work.', { when }),
    ),
  factors_reset_by_operator: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('Your second factors were removed by the operator'),
      speech.say(
        'The operator of this site removed your passkeys and your authenticator app on {when}. You were signed out on all devices. Sign in with your password, then set them up again.',
        { when },
      ),
    ),
  identity_linked: ({ say }, facts) => ({
    subject: say('Sign-in with {provider} was linked to your account', facts),
    paragraphs: [
      say(
        'An account at {provider} was linked to your account on {when}. It can sign in to your account.',
        facts,
      ),
      say(
        'If this was you, you can ignore this email. If it was not you, unlink it in the settings of your account and choose a new password.',
      ),
    ],
  }),
  identity_unlinked: ({ say }, facts) => ({
    subject: say('Sign-in with {provider} was unlinked from your account', facts),
    paragraphs: [
      say(
        '{provider} was unlinked from your account on {when}. It can no longer sign in. Devices that signed in with it were signed out.',
        facts,
      ),
      say(
        'If this was you, you can ignore this email. If it was not you, choose a new password now: this signs out all devices.',
      ),
    ],
  }),
  identity_unlinked_by_operator: (speech, facts) =>
    changeWords(
      speech,
      speech.say('Sign-in with {provider} was unlinked from your account', facts),
      speech.say(
        'The operator of this site unlinked {provider} from your account on {when}. You were signed out on all devices. You can link it again in the settings of your account.',
        facts,
      ),
    ),
} as const satisfies Record<string, MailWriter>;
