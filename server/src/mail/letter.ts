import { message } from '@zapdeck/contract/wire/message';
import { sayReason } from './first-reasons.ts';
import type { Speech } from '../languages/say.ts';
import { type FrameContent, mailFrame } from './mail-frame.ts';
import type { MailText } from './mailer.ts';

/** One line, so that typed words begin no header and no paragraph. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the title in quotation marks, on one line. */
export function named(title: string, { say }: Speech): string {
  return say('“{title}”', { title: inline(title) });
}

/** Joins words for a sentence: a, b, and c. */
export function listed(words: readonly string[], { locale }: Speech): string {
  return new Intl.ListFormat(locale).format(words);
}

/** Returns the paragraph with a reason that a moderator wrote. */
export function reasonParagraph(reason: string, { say, language }: Speech): string {
  return say('Reason:\n{reason}', { reason: sayReason(language, reason) });
}

export const whyMailed = {
  maker: message('You get this email because an app was submitted with this address.'),
  reporter: message('You get this email because you reported an app. You get one email per report.'),
  account: message('You get this email because an account here has this address.'),
  newAddress: message(
    'You get this email because this address was entered as the new email of an account here.',
  ),
  earlierAddress: message('You get this email because an account here had this address until now.'),
} as const;

/** Content of a mail in the language of its reader. The greeting and the address of the site are added when it is sent. */
export interface Letter
  extends Omit<FrameContent, 'title' | 'greeting' | 'publicUrl' | 'instance' | 'speech'> {
  subject: string;
}

/** Every value is treated as text. `to` is a first name. */
export function compose(
  { subject, ...content }: Letter,
  { to, ...around }: Pick<FrameContent, 'publicUrl' | 'instance' | 'speech'> & { to: string | null },
): MailText {
  const { paragraphs, action, closing, why, stop } = content;
  const { instance, speech } = around;
  const greeting = to === null ? speech.say('Hello,') : speech.say('Hello {name},', { name: inline(to) });
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing === undefined ? [] : [closing]),
    instance.name,
    stop ? `${why}\n${stop.label}: ${stop.url}` : why,
    ...(instance.contact === '' ? [] : [speech.say('Contact: {contact}', { contact: instance.contact })]),
  ].join('\n\n');
  const title = inline(subject);
  return {
    subject: title,
    text: `${text}\n`,
    html: mailFrame({ ...content, ...around, title, greeting }),
  };
}
