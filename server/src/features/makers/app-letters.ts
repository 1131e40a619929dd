import { cardHref } from '@zapdeck/contract/screens';
import { atStart, inline, type Letter, whyMailed } from '../../mail/letter.ts';
import type { AppName } from '../../mail/send-mail.ts';

export interface Reader {
  isConfirmed: boolean;
  publicUrl: string;
}

export interface Subject extends Reader {
  name: AppName;
  picture: string | undefined;
  appId: string;
}

const IF_NOT_YOU =
  "This address is not confirmed yet. If you didn't submit an app, you can ignore this email.";

function frameOf({ isConfirmed }: Reader) {
  return { why: whyMailed.maker, ...(isConfirmed ? {} : { closing: IF_NOT_YOU }) };
}

export function receivedMail(subject: Subject): Letter {
  const { name, picture, publicUrl } = subject;
  return {
    subject: `We have received ${name.inSubject}`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `Thank you for submitting ${name.inText}.`,
      "We'll review it within 24-48 hours and let you know.",
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  };
}

export function approvedMail(subject: Subject, wasHeld: boolean): Letter {
  const { name, picture, appId, publicUrl } = subject;
  return {
    subject: `${atStart(name.inSubject)} is ${wasHeld ? 'back ' : ''}in the deck`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      wasHeld
        ? `Good news: a moderator reviewed ${name.inText} and brought it back, with its votes and score.`
        : `Good news: ${name.inText} was approved, and it's live in the deck.`,
    ],
    action: { label: 'See it', url: publicUrl + cardHref(appId) },
  };
}

export function rejectedMail(subject: Subject, reason: string | null): Letter {
  const { name, picture, publicUrl } = subject;
  return {
    subject: `${atStart(name.inSubject)} was not accepted`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${atStart(name.inText)} was reviewed and will not be shown in the deck.`,
      ...(reason === null ? [] : [`Reason:\n${reason}`]),
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  };
}

export function unverifiedMail(subject: Subject, cause: string): Letter {
  const { name, picture, appId, publicUrl } = subject;
  return {
    subject: `${atStart(name.inSubject)} has lost its check mark`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${atStart(name.inText)} has lost its verified-maker check mark. ${cause}.`,
      'Nothing else changes. To get it back, put the token on your host again, as a tag or a file, and have it checked.',
    ],
    action: { label: 'Get it back', url: `${publicUrl}/my-app?app=${appId}` },
  };
}

export function heldMail(subject: Subject, reporters: number): Letter {
  const { name, picture, appId, publicUrl } = subject;
  return {
    subject: `${atStart(name.inSubject)} is paused while a moderator reviews it`,
    ...frameOf(subject),
    picture,
    paragraphs: [
      `${reporters} members have reported ${name.inText}. This pauses an app automatically until a moderator reviews it. It doesn't mean the reports are right.`,
      "You don't need to do anything: we'll review it within 24-48 hours and let you know. If nothing is wrong, it comes back with its votes and score.",
      'If you know what the problem is, you can fix it in the meantime.',
    ],
    action: { label: 'Your app', url: `${publicUrl}/my-app?app=${appId}` },
  };
}

const NAMED_MAX = 20;

export function decidedMail(
  reader: Reader,
  status: 'approved' | 'rejected',
  decided: readonly { name: AppName; reason: string | null }[],
): Letter {
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
  return {
    subject,
    ...frameOf(reader),
    paragraphs: [
      lead,
      [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'),
      ...(sharedReason ? [`Reason:\n${sharedReason}`] : []),
    ],
    action: { label: 'Your submissions', url: `${reader.publicUrl}/profile` },
  };
}
