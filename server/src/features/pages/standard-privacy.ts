import type { Instance } from '@zapdeck/contract/instance/instance';
import { contactHref, termsInForce } from '@zapdeck/contract/instance/public-instance';
import type { Config } from '../../config.ts';
import type { Speech } from '../../languages/say.ts';
import { SECURITY_EVENT_DAYS } from '../../accounts/security-events.ts';

export type Retention = Pick<Config, 'retention' | 'providers' | 'platformName' | 'smtpUrl'>;

/** Escapes the characters that have a meaning in Markdown. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_[\]<>#]/g, String.raw`\$&`);

const daysIn = ({ say }: Speech, days: number) =>
  say('{days, plural, one {for # day} other {for # days}}', { days });

function accountPart(
  instance: Instance,
  { providers, platformName }: Retention,
  { say, locale }: Speech,
): string {
  const names = [providers.google && 'Google', providers.platform && platformName].filter(
    (name) => typeof name === 'string',
  );
  const stored = say(
    'We store your name, your email address and a hash of your password, the apps that you submit, your votes, and the apps that you have seen with the time that you tried them. They are stored until you delete your account. One cookie keeps your session. Another one marks your device as yours, so that attacks on your account do not lock you out.',
  );
  const choices = say(
    'What you choose is stored with your account: the language of the site, the languages that you read, what you hide, and which emails you want.',
  );
  const passkeys = say(
    'If you add a passkey, we store its public key, its name, and when it was added and last used, until you remove it.',
  );
  const app = say(
    'If you set up an authenticator app, we store its secret in encrypted form, hashes of your recovery codes, and when you set it up, until you turn it off.',
  );
  const devices = say(
    'For each sign-in that is still active, we store the kind of your device, a code of your network, and when you signed in and were last here, for 30 days at most.',
  );
  const tokens = say(
    'If you create an API token, we store a hash of it, its name, what it may do, and the hour of its last use, until you revoke it or 30 days after it has expired.',
  );
  const votes = say(
    'We compare likes to find accounts that vote together. Moderators see how many of them share a network. If an admin takes votes back, we store them for 90 days, so that this can be undone.',
  );
  const parts = [stored, choices, votes, devices, passkeys, app, tokens];
  const hasTerms = termsInForce(instance) !== null;
  if (hasTerms)
    parts.push(
      say('We store which version of our terms you accepted last, and when, until you delete your account.'),
    );
  if (names.length === 0) return parts.join('\n\n');
  const from = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names.map(escapeMarkdown));
  parts.push(
    say('If you sign in with {names}, we get your name, email address and picture from there.', {
      names: from,
    }),
  );
  if (hasTerms) parts.push(say('If you then decline the terms, we delete this data within an hour.'));
  return parts.join('\n\n');
}

function retentionList({ retention, smtpUrl }: Retention, speech: Speech): string {
  const { say } = speech;
  const { interactionDays, auditLogDays, mailDays, dealLogDays, errorLogDays } = retention;
  const lines = [
    interactionDays === undefined
      ? say('Each view and each swipe, with its duration: until you delete your account.')
      : say('Each view and each swipe, with its duration: {howLong}.', {
          howLong: daysIn(speech, interactionDays),
        }),
    say('The email address that you had before you changed it, so that you can undo the change: seven days.'),
    say('Which apps were in your decks, and why: {howLong}.', { howLong: daysIn(speech, dealLogDays) }),
    auditLogDays === undefined
      ? say('Actions of moderators, which name accounts by their id: without limit.')
      : say('Actions of moderators, which name accounts by their id: {howLong}.', {
          howLong: daysIn(speech, auditLogDays),
        }),
    say('Errors in your browser, which help us to fix the site: {howLong}.', {
      howLong: daysIn(speech, errorLogDays),
    }),
    say('Sign-ins and changes of password or role, with your kind of device: {howLong}.', {
      howLong: daysIn(speech, SECURITY_EVENT_DAYS),
    }),
  ];
  // Without a mail server, mails are files on the server.
  if (smtpUrl === undefined)
    lines.push(
      mailDays === undefined
        ? say('Emails to you, as files on this server: without limit.')
        : say('Emails to you, as files on this server: {howLong}.', { howLong: daysIn(speech, mailDays) }),
    );
  return lines.map((line) => `- ${line}`).join('\n');
}

function contactOf({ name, contact }: Instance, { say }: Speech): string {
  const href = contactHref(contact);
  if (href === null) return say('Write to the people who run {name}.', { name: escapeMarkdown(name) });
  return say('Write to {contact}.', { contact: `[${escapeMarkdown(contact)}](<${new URL(href).href}>)` });
}

/** Returns what this software stores, in Markdown, with the settings in force. */
export function standardPrivacy(instance: Instance, settings: Retention, speech: Speech): string {
  const { say } = speech;
  const name = escapeMarkdown(instance.name);
  return [
    say('This page says what {name} stores about you, and for how long.', { name }),
    `## ${say('Without an account')}`,
    say(
      'Visitors can read public pages without a cookie. If you look around as a guest, one cookie keeps your session. It ends after a day without a visit, and all that the server has stored about it is deleted then. Likes of guests stay on your device.',
    ),
    `## ${say('With an account')}`,
    accountPart(instance, settings, speech),
    ...(instance.registration === 'approval'
      ? [
          say(
            'Before you become a member, you answer a question. Your answer is deleted 30 days after the decision. An account that is not approved is deleted after 30 days.',
          ),
        ]
      : []),
    retentionList(settings, speech),
    `## ${say('Networks')}`,
    say(
      'We count requests by IP address to limit attacks, and delete the address when the count ends. A report keeps a code of your network for some time, so that many reports from one place count as one. The code cannot be turned back into an address without the key of this server.',
    ),
    say(
      'Sign-ins are stored with such a code for 60 days, so that you recognize other networks. Its key is replaced every 30 days.',
    ),
    say(
      'Each vote is stored with such a code for 60 days, and each view for 14 days, so that many accounts in one place cannot push an app. Your download shows it as a letter.',
    ),
    `## ${say('Apps made by others')}`,
    say(
      'Apps run on the sites of their makers. When you open one, your browser connects to that site, and its own privacy policy applies. It learns the address of this site and nothing about your account.',
    ),
    `## ${say('Emails')}`,
    say(
      'We send emails about your account, your apps and your reports. News about your apps can be switched off in the settings and in each email.',
    ),
    `## ${say('Your rights')}`,
    say(
      'In the account settings you can download all your data and delete your account with all its data. Your approved apps stay in the deck, without your name.',
    ),
    contactOf(instance, speech),
  ].join('\n\n');
}
