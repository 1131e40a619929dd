import { html } from '../../../http/html.ts';
import { likesInWords } from '../likes-in-words.ts';
import type { PublicApp } from '../find-app.ts';

/** Of a letter of the sans-serif that a page has, in the size of the badge; `textLength` makes up for the rest. */
const LETTER_WIDTH = 6.6;
const TEXT_START = 30;

/** A small picture for the site of a maker: how many like the app here. */
export function badge({ upvotes }: Pick<PublicApp, 'upvotes'>): string {
  const label = upvotes === 0 ? 'Try it on Zapdeck' : `${likesInWords(upvotes)} on Zapdeck`;
  const textWidth = Math.round(label.length * LETTER_WIDTH);
  const width = TEXT_START + textWidth + 14;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" viewBox="0 0 ${width} 28" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${width}" height="28" rx="14" fill="#7a4bed"/>
<path d="M18.4 4.5 9.5 17.3h5.4L13.2 23.600l9.900-13.600h-5.600z" fill="#fdc92b"/>
<text x="${TEXT_START}" y="18.500" textLength="${textWidth}" fill="#fff" font-family="Inter,system-ui,Verdana,sans-serif" font-size="12.500" font-weight="600">${label}</text>
</svg>
`.text;
}
