import { changeWords, type MailWriter } from './security-mail-words.ts';

export const roleWords = {
  admin_granted_by_admin: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are an admin now'),
      speech.say('Another admin made you an admin on {when}. You were signed out on all devices.', { when }),
    ),
  admin_granted_by_operator: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are an admin now'),
      speech.say(
        'The operator of this site made you an admin on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  admin_revoked_by_admin: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say('Another admin removed your admin role on {when}. You were signed out on all devices.', {
        when,
      }),
    ),
  admin_revoked_by_operator: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say(
        'The operator of this site removed your admin role on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  moderator_granted_by_admin: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say('An admin made you a moderator on {when}. You were signed out on all devices.', { when }),
    ),
  moderator_granted_by_operator: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say(
        'The operator of this site made you a moderator on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  moderator_revoked_by_admin: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are no longer a moderator'),
      speech.say('An admin removed your moderator role on {when}. You were signed out on all devices.', {
        when,
      }),
    ),
  moderator_revoked_by_operator: (speech, { when }) =>
    changeWords(
      speech,
      speech.say('You are no longer a moderator'),
      speech.say(
        'The operator of this site removed your moderator role on {when}. You were signed out on all devices.',
        { when },
      ),
    ),
  admin_granted_by_provider: (speech, facts) =>
    changeWords(
      speech,
      speech.say('You are an admin now'),
      speech.say(
        'Your sign-in with {provider} on {when} made you an admin. You have this role only when you sign in with {provider}. You were signed out on all other devices.',
        facts,
      ),
    ),
  admin_revoked_by_provider: (speech, facts) =>
    changeWords(
      speech,
      speech.say('You are no longer an admin'),
      speech.say(
        'Your sign-in with {provider} on {when} came without the admin role, so you have lost it. You were signed out on all other devices.',
        facts,
      ),
    ),
  moderator_granted_by_provider: (speech, facts) =>
    changeWords(
      speech,
      speech.say('You are a moderator now'),
      speech.say(
        'Your sign-in with {provider} on {when} made you a moderator. You have this role only when you sign in with {provider}. You were signed out on all other devices.',
        facts,
      ),
    ),
  moderator_revoked_by_provider: (speech, facts) =>
    changeWords(
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
  role_lost_with_identity: (speech, facts) =>
    changeWords(
      speech,
      speech.say('You have lost your role'),
      speech.say(
        '{provider} was unlinked from your account on {when}. Your role came from {provider}, so you have lost it.',
        facts,
      ),
    ),
  admin_kept_without_identity: ({ say }, facts) => ({
    subject: say('You are still an admin'),
    paragraphs: [
      say(
        '{provider} was unlinked from your account on {when}. Your admin role came from {provider}. You keep it, because you are the last active admin.',
        facts,
      ),
    ],
  }),
} as const satisfies Record<string, MailWriter>;
