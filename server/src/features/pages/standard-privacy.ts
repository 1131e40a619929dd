import type { Instance } from '@zapdeck/contract/instance';
import type { Config } from '../../config.ts';

export type Retention = Pick<Config, 'retention' | 'providers' | 'platformName' | 'smtpUrl'>;

const days = (count: number | undefined, otherwise: string) =>
  count === undefined ? otherwise : `for ${count} days`;

function providersOf({ providers, platformName }: Retention): string {
  const names = [providers.google && 'Google', providers.platform && platformName].filter(Boolean);
  if (names.length === 0) return '';
  return `If you sign in with ${names.join(' or ')}, we get your name, email address and picture from there.\n\n`;
}

/** Without a mail server, mails are files on the server. */
function mailsOf({ smtpUrl }: Retention, mailDays: number | undefined): string {
  return smtpUrl === undefined
    ? `- Emails to you, as files on this server: ${days(mailDays, 'without limit')}.\n`
    : '';
}

function contactOf({ name, contact }: Instance): string {
  if (contact === '') return `Write to the people who run ${name}.`;
  const href = /^https?:/i.test(contact) ? contact : `mailto:${contact}`;
  return `Write to [${contact}](<${href}>).`;
}

/** Returns what this software stores, in Markdown, with the settings in force. */
export function standardPrivacy(instance: Instance, settings: Retention): string {
  const { interactionDays, auditLogDays, mailDays, dealLogDays, errorLogDays } = settings.retention;
  return `This page says what ${instance.name.replace(/[\\`*_[\]<>#]/g, '\\$&')} stores about you, and for how long.

## Without an account

Visitors can read public pages without a cookie. If you look around as a guest, one cookie keeps your session. It ends after a day without a visit, and all that the server has stored about it is deleted then. Likes of guests stay on your device.

## With an account

We store your name, your email address and a hash of your password, the apps that you submit, your votes, and the apps that you have seen with the time that you tried them. They are stored until you delete your account. One cookie keeps your session. Another one marks your device as yours, so that attacks on your account do not lock you out.

${providersOf(settings)}- Single views, swipes and times: ${days(interactionDays, 'until you delete your account')}.
- Which apps were dealt to you, and why: for ${dealLogDays} days.
- Actions of moderators: ${days(auditLogDays, 'without limit')}. They name accounts by their id.
- Errors in your browser that help us to mend the site: for ${errorLogDays} days.
${mailsOf(settings, mailDays)}
## Networks

Your IP address is used to limit attacks, and is forgotten when its limit ends. A report keeps a code of your network for some time, so that many reports from one place count as one. The code cannot be turned back into an address without the key of this server.

## Apps of others

Apps run on the sites of their makers. When you open one, your browser connects to that site, and its own privacy policy applies. It learns the address of this site and nothing about your account.

## Emails

We send emails about your account, your apps and your reports. News about your apps can be switched off in the settings and in each email.

## Your rights

In the account settings you can download all your data and delete your account with everything that belongs to it.

${contactOf(instance)}
`;
}
