import type { MailText } from './mailer.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** One line: what people typed must not begin a second header or a paragraph of its own. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

interface Letter {
  subject: string;
  /** First name, where known. */
  to: string | null;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  closing?: string;
}

/** The same letter as plain text and as HTML; everything in it is treated as text. */
function compose({ subject, to, paragraphs, action, closing }: Letter): MailText {
  const greeting = to === null ? 'Hello,' : `Hello ${inline(to)},`;
  const after = closing === undefined ? [] : [closing];
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    'Zapdeck',
  ].join('\n\n');
  const paragraph = (content: string) => `<p>${escapeHtml(content).replaceAll('\n', '<br>')}</p>`;
  const button = action
    ? [
        `<p><a href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>`,
        `<p>${escapeHtml(action.url)}</p>`,
      ]
    : [];
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(inline(subject))}</title></head><body>`,
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    ...button,
    ...after.map(paragraph),
    '<p>Zapdeck</p></body></html>',
  ].join('\n');
  return { subject: inline(subject), text: `${text}\n`, html };
}

interface AboutApp {
  to: string | null;
  /** Null where the reader may not be who wrote it. */
  title: string | null;
  publicUrl: string;
}

interface WithToken {
  to: string | null;
  token: string;
  publicUrl: string;
}

const UNASKED = 'If you did not ask for this, somebody typed your address by mistake: leave this mail alone.';

/** The token stands behind the #, which browsers send to nobody: it is in no log and in no Referer. */
function linkWith(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}#token=${token}`;
}

function nameOf(title: string | null): string {
  return title === null ? 'your app' : `“${inline(title)}”`;
}

function atStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A submission has arrived. */
export function receivedMail({ to, title, publicUrl }: AboutApp): MailText {
  return compose({
    subject: `We have received ${nameOf(title)}`,
    to,
    paragraphs: [
      `Thank you for submitting ${nameOf(title)}. Somebody will look at it within 24 to 48 hours, and you will hear from us.`,
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

/** A submission was approved. */
export function approvedMail({ to, title, publicUrl, appId }: AboutApp & { appId: string }): MailText {
  return compose({
    subject: `${atStart(nameOf(title))} is in the deck`,
    to,
    paragraphs: [`Good news: ${nameOf(title)} was approved, and people are swiping to it now.`],
    action: { label: 'See it', url: `${publicUrl}/home?app=${appId}` },
  });
}

/** A submission was rejected, for a reason where one was given. */
export function rejectedMail({
  to,
  title,
  publicUrl,
  reason,
}: AboutApp & { reason: string | null }): MailText {
  return compose({
    subject: `${atStart(nameOf(title))} was not accepted`,
    to,
    paragraphs: [
      `${atStart(nameOf(title))} was reviewed and will not be shown in the deck.`,
      ...(reason === null ? [] : [`The reason that was given:\n${reason}`]),
    ],
    action: { label: 'Your submissions', url: `${publicUrl}/profile` },
  });
}

/** Asks whether an address belongs to the person who signed up with it. */
export function verifyMail({ to, token, publicUrl }: WithToken): MailText {
  return compose({
    subject: 'Please confirm your email address',
    to,
    paragraphs: [
      'Please confirm that this is your email address. The link works once, within 24 hours.',
      'Open it in the browser where you signed up. In any other one, you will choose your password anew.',
    ],
    action: { label: 'Confirm my address', url: linkWith(publicUrl, '/verify-email', token) },
    closing: UNASKED,
  });
}

/** Lets somebody who forgot the password choose a new one. */
export function resetMail({ to, token, publicUrl }: WithToken): MailText {
  return compose({
    subject: 'Choose a new password',
    to,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. The link works once, within an hour. Your password stays as it is until you choose another.',
    ],
    action: { label: 'Choose a new password', url: linkWith(publicUrl, '/reset-password', token) },
    closing: UNASKED,
  });
}
