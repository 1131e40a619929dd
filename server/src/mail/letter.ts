import { message } from '@zapdeck/contract/wire/message';
import { accentColours } from '@zapdeck/contract/pictures/accent';
import type { Instance } from '@zapdeck/contract/instance/instance';
import type { Speech } from '../languages/say.ts';
import type { MailText } from './mailer.ts';
import { dirOf } from '../languages/shown-language.ts';
import { html, Markup } from '../http/html.ts';

const FRAME_WIDTH = 520;
/** Display width of an app's picture in pixels. The file is twice as wide. */
const APP_PICTURE_WIDTH = 240;

/** Mail programs have no style sheet or custom properties. Light colours are inline; dark ones override them. */
const styles = new Markup(`<style>
@media (prefers-color-scheme: dark) {
.ground { background: #0c0a14 !important; }
.card { background: #1b1826 !important; }
.ink { color: #f4f2fa !important; }
.muted { color: #aca6bd !important; }
}
</style>`);

const FONT = "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = `${FONT};font-size:16px;line-height:1.5;color:#1a1826;overflow-wrap:anywhere`;
const LEAD = `${FONT};font-size:18px;line-height:1.45;font-weight:600;color:#1a1826;overflow-wrap:anywhere`;
const MUTED = `${FONT};font-size:13px;line-height:1.5;color:#66617a;overflow-wrap:anywhere`;

const STANDARD_FILL = '#7a4bed';

interface FrameContent {
  publicUrl: string;
  instance: Instance;
  speech: Speech;
  title: string;
  greeting: string;
  /** Undefined shows the picture of the site, and null shows none. */
  picture?: string | null | undefined;
  paragraphs: readonly string[];
  action?: { label: string; url: string } | undefined;
  closing?: string | undefined;
  why: string;
  stop?: { label: string; url: string } | undefined;
}

function lines(text: string): Markup[] {
  return text.split('\n').map((line, index) => html`${index > 0 && new Markup('<br>')}${line}`);
}

function pictureOf({ picture, publicUrl }: FrameContent): Markup | null {
  if (picture === null) return null;
  const [src, width, style] =
    picture === undefined
      ? [`${publicUrl}/og-image.jpg`, FRAME_WIDTH, 'width:100%;border-radius:20px 20px 0 0']
      : [picture, APP_PICTURE_WIDTH, 'max-width:100%;border-radius:20px;margin:24px 24px 0'];
  return html`<img src="${src}" alt="" width="${width}" style="display:block;border:0;height:auto;${style}">`;
}

function mailFrame(content: FrameContent): string {
  const { publicUrl, instance, speech, title, greeting, paragraphs, action, closing, why, stop } = content;
  const { contact } = instance;
  const fill = instance.accent === null ? STANDARD_FILL : accentColours(instance.accent).fill.light;
  const dir = dirOf(speech.language);
  const [start, end] = dir === 'rtl' ? ['right', 'left'] : ['left', 'right'];
  const paragraph = (text: string, style: string) =>
    html`<p class="ink" dir="auto" style="margin:0 0 16px;${style}">${lines(text)}</p>\n`;
  const button =
    action &&
    html`<p style="margin:8px 0 16px"><a href="${action.url}" style="display:block;padding:14px 20px;border-radius:999px;background:${fill};${FONT};font-size:16px;line-height:1.25;font-weight:600;color:#ffffff;text-align:center;text-decoration:none">${action.label}</a></p>\n`;
  const table = new Markup(
    'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"',
  );
  return html`<!doctype html>
<html lang="${speech.language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
${styles}
</head>
<body class="ground" style="margin:0;padding:0;background:#f1eff7">
<table ${table}><tr><td class="ground" align="center" style="padding:20px 12px 32px;background:#f1eff7">
<div style="max-width:${FRAME_WIDTH}px;text-align:${start}">
<p style="margin:0 8px 16px"><a class="ink" href="${publicUrl}/" style="${FONT};font-size:20px;font-weight:800;color:#1a1826;text-decoration:none"><img src="${publicUrl}/icon-192.png" alt="" width="32" style="border:0;height:auto;border-radius:8px;margin-${end}:10px;vertical-align:middle">${instance.name}</a></p>
<div class="card" style="border-radius:20px;background:#ffffff">
${pictureOf(content)}
<div style="padding:24px 24px 8px">
${paragraph(greeting, INK)}${paragraphs.map((text, index) => paragraph(text, index === 0 ? LEAD : INK))}${button ?? null}${closing !== undefined && paragraph(closing, INK)}</div>
</div>
<p class="muted" style="margin:16px 8px 0;${MUTED}">${why}${stop ? html` <a class="muted" href="${stop.url}" style="color:#66617a">${stop.label}</a>` : null}${contact === '' ? null : html`<br>${speech.say('Contact: {contact}', { contact })}`}</p>
</div>
</td></tr></table>
</body>
</html>
`.text;
}

/** Returns date and time in UTC, in the language of the mail. */
export function momentIn({ locale }: Speech, at: Date): string {
  const parts = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' } as const;
  return `${new Intl.DateTimeFormat(locale, parts).format(at)} UTC`;
}

/** Returns one line, so that typed words start no header and no paragraph. */
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

/** Returns the paragraph with a reason. */
export function reasonParagraph(reason: string, { say }: Speech): string {
  return say('Reason:\n{reason}', { reason });
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

/** Content of a mail in the reader's language. Greeting and site address are added when it is sent. */
export interface Letter
  extends Omit<FrameContent, 'title' | 'greeting' | 'publicUrl' | 'instance' | 'speech'> {
  subject: string;
}

/** Escapes every value. `to` is a first name. */
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
