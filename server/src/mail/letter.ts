import { escapeHtml } from '../http/html.ts';
import type { MailText } from './mailer.ts';

/** One line: what people typed must not begin a second header or a paragraph of its own. */
export function inline(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A title as sentences name it; the words in its place where the reader may not be who wrote it. */
export function named(title: string | null, otherwise = 'your app'): string {
  return title === null ? otherwise : `“${inline(title)}”`;
}

/** The same words where a sentence begins. */
export function atStart(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const lists = new Intl.ListFormat('en');

/** “a, b, and c”. */
export function listed(words: readonly string[]): string {
  return lists.format(words);
}

/** As shown; twice as many pixels are sent. */
const PICTURE_WIDTH = 240;

interface Letter {
  subject: string;
  /** First name, where known. */
  to: string | null;
  /** The address of a picture of what it is about. */
  picture?: string | null;
  paragraphs: readonly string[];
  action?: { label: string; url: string };
  closing?: string;
  /** Where no more of these mails are asked for. */
  stop?: { label: string; url: string };
}

/** The same letter as plain text and as HTML; everything in it is treated as text. */
export function compose({ subject, to, picture, paragraphs, action, closing, stop }: Letter): MailText {
  const greeting = to === null ? 'Hello,' : `Hello ${inline(to)},`;
  const after = closing === undefined ? [] : [closing];
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...after,
    'Zapdeck',
    ...(stop ? [`${stop.label}: ${stop.url}`] : []),
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
    ...(picture ? [`<p><img src="${escapeHtml(picture)}" alt="" width="${PICTURE_WIDTH}"></p>`] : []),
    ...paragraphs.map(paragraph),
    ...button,
    ...after.map(paragraph),
    '<p>Zapdeck</p>',
    ...(stop ? [`<p><a href="${escapeHtml(stop.url)}">${escapeHtml(stop.label)}</a></p>`] : []),
    '</body></html>',
  ].join('\n');
  return { subject: inline(subject), text: `${text}\n`, html };
}
