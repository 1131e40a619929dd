import { accentColours } from '@zapdeck/contract/pictures/accent';
import { coverDesign } from '@zapdeck/contract/pictures/cover-design';
import { coverShapes, gradientEnds } from '@zapdeck/contract/pictures/cover-shapes';
import sharp from 'sharp';
import { html, type Markup } from '../../../http/html.ts';
import { shapeMarkup } from '../common/drawn-cover.ts';
import { LINK_PICTURE_HEIGHT, LINK_PICTURE_WIDTH } from './draw-link-picture.ts';
import { type DrawnLook, drawMark } from './draw-mark.ts';
import { openFonts } from './fonts.ts';
import { oklchToHex } from './oklch-to-hex.ts';
import { writeText } from './write-text.ts';

export interface InstancePictureFacts {
  instance: DrawnLook;
  heading: string;
  line: string;
}

const STANDARD_GROUND = '#4a2396';
const TEXT = { x: 80, width: 560 } as const;
const MARK = { x: 70, y: 72, size: 84 };

const cards = [
  { id: 'fan-21', x: 830, y: 120, turn: 14 },
  { id: 'fan-57', x: 770, y: 100, turn: 3 },
  { id: 'fan-12', x: 700, y: 110, turn: -8 },
];

function card({ id, x, y, turn }: (typeof cards)[number]): Markup {
  const design = coverDesign(id, null);
  const { x1, y1, x2, y2 } = gradientEnds(design);
  const [light, deep] = design.colours.map(oklchToHex);
  return html`<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="${light ?? ''}"/><stop offset="1" stop-color="${deep ?? ''}"/></linearGradient>
<g transform="translate(${x} ${y}) rotate(${turn} 160 215) scale(3.2 4.3)" clip-path="url(#card)" color="#fff" stroke="#fff"><rect width="100" height="100" stroke="none" fill="url(#${id})"/>${coverShapes(design).map(shapeMarkup)}</g>`;
}

/** Draws the picture of the instance for link previews and mails, as PNG. */
export async function drawInstancePicture({
  instance,
  heading,
  line,
}: InstancePictureFacts): Promise<Buffer> {
  const find = openFonts();
  const ground = instance.accent === null ? STANDARD_GROUND : accentColours(instance.accent).fill.dark;
  const write = (text: string, place: { y: number; size: number; lines: number }, isHeading: boolean) => {
    const { y, size, lines } = place;
    const fill = isHeading ? '#fff' : '#e4dff2';
    return writeText(text, { ...TEXT, y, lines, lineHeight: size * 1.1 }, { size, isHeading, fill }, find);
  };
  const name = writeText(
    instance.name,
    { x: MARK.x + MARK.size + 18, y: 132, width: 480, lines: 1, lineHeight: 0 },
    { size: 46, isHeading: true, fill: '#fff' },
    find,
  );
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${LINK_PICTURE_WIDTH}" height="${LINK_PICTURE_HEIGHT}">
<linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#150f28"/><stop offset="1" stop-color="${ground}"/></linearGradient>
<clipPath id="card"><rect width="100" height="100" rx="10" ry="8"/></clipPath>
<rect width="${LINK_PICTURE_WIDTH}" height="${LINK_PICTURE_HEIGHT}" fill="url(#ground)"/>
${cards.map(card)}
${drawMark(instance, MARK)}${name.markup}
${write(heading, { y: 280, size: 78, lines: 3 }, true).markup}
${write(line, { y: 540, size: 30, lines: 2 }, false).markup}
</svg>`;
  return sharp(Buffer.from(svg.text)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
