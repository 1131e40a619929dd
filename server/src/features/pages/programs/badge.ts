import { accentColours } from '@zapdeck/contract/pictures/accent';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { html } from '../../../http/html.ts';
import { formatLikes } from '../common/format-likes.ts';
import type { PublicApp } from '../common/find-app.ts';
import type { Speech } from '../../../languages/say.ts';

type Liked = Pick<PublicApp, 'upvotes'>;
type BadgeLook = Pick<Instance, 'name' | 'accent'> & { speech: Speech };

const STANDARD_FILL = '#7a4bed';
const fillOf = ({ accent }: Pick<BadgeLook, 'accent'>): string =>
  accent === null ? STANDARD_FILL : accentColours(accent).fill.light;

const LETTER_WIDTH = 0.53;
const BOLD_LETTER_WIDTH = 0.62;
const badgeWidthOf = (text: string, size: number, letter = LETTER_WIDTH): number =>
  Math.round(text.length * size * letter);
const FONT = 'Inter,system-ui,Verdana,sans-serif';

export function pillBadge({ upvotes }: Liked, look: BadgeLook): string {
  const { name, speech } = look;
  const label =
    upvotes === 0
      ? speech.say('Try it on {site}', { site: name })
      : speech.say('{upvotes, plural, one {# like on {site}} other {# likes on {site}}}', {
          upvotes,
          site: name,
        });
  const textStart = 30;
  const textWidth = badgeWidthOf(label, 12.5);
  const width = textStart + textWidth + 14;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="28" viewBox="0 0 ${width} 28" role="img" aria-label="${label}">
<title>${label}</title>
<rect width="${width}" height="28" rx="14" fill="${fillOf(look)}"/>
<path d="M18.4 4.5 9.5 17.3h5.4L13.2 23.600l9.900-13.600h-5.600z" fill="#fdc92b"/>
<text x="${textStart}" y="18.500" textLength="${textWidth}" fill="#fff" font-family="${FONT}" font-size="12.500" font-weight="600">${label}</text>
</svg>
`.text;
}

export function flatBadge({ upvotes }: Liked, look: BadgeLook): string {
  const value = upvotes === 0 ? look.speech.say('Try it') : formatLikes(upvotes, look.speech);
  const nameWidth = badgeWidthOf(look.name, 11, BOLD_LETTER_WIDTH);
  const valueWidth = badgeWidthOf(value, 11);
  const nameStart = 20;
  const split = nameStart + nameWidth + 6;
  const width = split + valueWidth + 12;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${look.name}: ${value}">
<title>${look.name}: ${value}</title>
<rect width="${width}" height="20" rx="3" fill="${fillOf(look)}"/>
<path d="M3 0h${split - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#2c2838"/>
<path d="M12.600 3.200 6.300 12.300h3.800L8.900 16.800l7-9.600h-4z" fill="#fdc92b"/>
<g fill="#fff" font-family="${FONT}" font-size="11" font-weight="600"><text x="${nameStart}" y="14" textLength="${nameWidth}">${look.name}</text><text x="${split + 6}" y="14" textLength="${valueWidth}">${value}</text></g>
</svg>
`.text;
}
