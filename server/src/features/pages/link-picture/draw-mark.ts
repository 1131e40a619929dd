import { accentColours } from '@zapdeck/contract/pictures/accent';
import { html, type Markup } from '../../../http/html.ts';

export interface DrawnLook {
  name: string;
  accent: string | null;
  logo: Uint8Array | null;
}

interface MarkPosition {
  x: number;
  y: number;
  size: number;
}

const MARK_COLOURS = { front: '#7a4bed', back: '#8f63ff' };
const MARK_SIDE = 64;

/** Draws the logo. Without a logo, draws the bolt on a card in the instance's colour. */
export function drawMark({ accent, logo }: DrawnLook, { x, y, size }: MarkPosition): Markup {
  if (logo) {
    const data = Buffer.from(logo).toString('base64');
    return html`<image x="${x}" y="${y}" width="${size}" height="${size}" href="data:image/png;base64,${data}"/>`;
  }
  const fill = accent === null ? undefined : accentColours(accent).fill.dark;
  const { front, back } = fill === undefined ? MARK_COLOURS : { front: fill, back: fill };
  return html`<g transform="translate(${x} ${y}) scale(${size / MARK_SIDE})"><rect x="15" y="5" width="40" height="52" rx="11" transform="rotate(8 35 31)" fill="${back}" opacity=".5"/><rect x="9" y="7" width="42" height="52" rx="12" transform="rotate(-5 30 33)" fill="${front}"/><path d="M34.5 12 17 36.5h10.2L24 54l19-26H32.2z" fill="#fdc92b"/></g>`;
}
