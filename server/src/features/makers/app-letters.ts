import { cardHref } from '@zapdeck/contract/screens';
import { atStart, compose, inline, whyMailed } from '../../mail/letter.ts';
import type { MailText } from '../../mail/mailer.ts';
import type { AppName } from '../../mail/send-mail.ts';

export interface Reader {
  /** First name; null if the address is not confirmed. */
  to: string | null;
  isConfirmed: boolean;
  publicUrl: string;
}

export interface Subject extends Reader {
  name: AppName;
  /** URL of the picture, if the app is approved. */
  picture: string | undefined;
  appId: string;
}

const IF_NOT_YOU =
  'This address is not confirmed yet. If you did not submit an app, somebody typed it by mistake: ignore this mail.';

function frameOf({ to, isConfirmed, publicUrl }: Reader) {
  return { to, publicUrl, why: whyMailed.maker, ...(isConfirmed ? {} : { closing: IF_NOT_YOU }) };
}

export function receivedMail(subject: Subject): MailText {
  const { name, picture, publicUrl } = subject;
  return compose({
    subject: `We have received ${name.inSubject}`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `Thank you for submitting ${name.inText}.`,
      'Somebody will look at it within 24 to 48 hours, and you will hear from us.',
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

export function approvedMail(subject: Subject, wasHeld: boolean): MailText {
  const { name, picture, appId, publicUrl } = subject;
  return compose({
    subject: `${atStart(name.inSubject)} is ${wasHeld ? 'back ' : ''}in the deck`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      wasHeld
        ? `Good news: a moderator has looked at ${name.inText} and brought it back, with its votes and its score.`
        : `Good news: ${name.inText} was approved, and people are swiping to it now.`,
    ],
    action: { label: 'See it', url: publicUrl + cardHref(appId) },
  });
}

export function rejectedMail(subject: Subject, reason: string | null): MailText {
  const { name, picture, publicUrl } = subject;
  return compose({
    subject: `${atStart(name.inSubject)} was not accepted`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${atStart(name.inText)} was reviewed and will not be shown in the deck.`,
      ...(reason === null ? [] : [`The reason that was given:\n${reason}`]),
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

export function unverifiedMail(subject: Subject, cause: string): MailText {
  const { name, picture, appId, publicUrl } = subject;
  return compose({
    subject: `${atStart(name.inSubject)} has lost its check mark`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${atStart(name.inText)} was marked as that of a verified maker, and is not any more. ${cause}.`,
      'Everything else stays as it is. Show the token on your host again, as tag or as file, have it checked, and the mark is back.',
    ],
    action: { label: 'Get it back', url: `${publicUrl}/my-app?app=${appId}` },
  });
}

export function heldMail(subject: Subject, reporters: number): MailText {
  const { name, picture, appId, publicUrl } = subject;
  return compose({
    subject: `${atStart(name.inSubject)} is out of the deck until somebody has looked at it`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${reporters} members have reported ${name.inText}. That takes an app out of the deck by itself, until a moderator has looked at it; it says nothing of whether they are right.`,
      'You need not do anything: somebody looks at it within 24 to 48 hours, and you will hear from us. If nothing is wrong, it comes back with its votes and its score.',
      'If you know what may have bothered people, put it right meanwhile.',
    ],
    action: { label: 'Your app', url: `${publicUrl}/my-app?app=${appId}` },
  });
}

/** Maximum number of titles in a mail. */
const NAMED_MAX = 20;

export function decidedMail(
  reader: Reader,
  status: 'approved' | 'rejected',
  decided: readonly { name: AppName; reason: string | null }[],
): MailText {
  const count = decided.length;
  const [first] = decided;
  const sharedReason = decided.every(({ reason }) => reason === first?.reason) ? first?.reason : null;
  const lines = decided
    .slice(0, NAMED_MAX)
    .map(({ name, reason }) =>
      reason === null || sharedReason ? `- ${name.inText}` : `- ${name.inText}: ${inline(reason)}`,
    );
  const rest = count - lines.length;
  const [subject, lead] =
    status === 'approved'
      ? [`${count} of your apps are in the deck`, `Good news: ${count} of your apps are in the deck.`]
      : [
          `${count} of your apps were not accepted`,
          `${count} of your apps were reviewed and will not be shown in the deck.`,
        ];
  return compose({
    subject,
    ...frameOf(reader),
    paragraphs: [
      lead,
      [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
      ...(sharedReason ? [`The reason that was given:\n${sharedReason}`] : []),
    ],
    action: { label: 'Your submissions', url: `${reader.publicUrl}/profile` },
  });
}
