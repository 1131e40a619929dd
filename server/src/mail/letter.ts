import type { Instance } from '@zapdeck/contract/instance';
import { type FrameContent, mailFrame } from './mail-frame.ts';
import type { MailText } from './mailer.ts';

/** One line, so that typed words begin no header and no paragraph. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns the title in quotation marks, on one line. */
export function named(title: string): string {
  return `“${inline(title)}”`;
}

/** Returns the words with a capital first letter. */
export function atStart(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const lists = new Intl.ListFormat('en');

/** Joins words for a sentence: a, b, and c. */
export function listed(words: readonly string[]): string {
  return lists.format(words);
}

export const whyMailed = {
  maker:
    'You get this email because an app was submitted with this address. Emails about reviews cannot be switched off.',
  reporter:
    'You get this email because you reported an app. You get one email per report. It cannot be switched off.',
  account:
    'You get this email because an account here has this address. Emails about the account cannot be switched off.',
} as const;

/** Content of a mail. The greeting and the address of the site are added when it is sent. */
export interface Letter extends Omit<FrameContent, 'title' | 'greeting' | 'publicUrl' | 'instance'> {
  subject: string;
}

/** Every value is treated as text. `to` is a first name. */
export function compose(
  { subject, ...content }: Letter,
  { to, publicUrl, instance }: { to: string | null; publicUrl: string; instance: Instance },
): MailText {
  const { paragraphs, action, closing, why, stop } = content;
  const greeting = to === null ? 'Hello,' : `Hello ${inline(to)},`;
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing === undefined ? [] : [closing]),
    instance.name,
    stop ? `${why}\n${stop.label}: ${stop.url}` : why,
  ].join('\n\n');
  const title = inline(subject);
  return {
    subject: title,
    text: `${text}\n`,
    html: mailFrame({ ...content, publicUrl, instance, title, greeting }),
  };
}
