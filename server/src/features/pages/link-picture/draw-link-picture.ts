import { coverDesign, coverInitial } from '@zapdeck/contract/pictures/cover-design';
import { coverShapes, gradientEnds } from '@zapdeck/contract/pictures/cover-shapes';
import sharp from 'sharp';
import { html, type Markup } from '../../../http/html.ts';
import { shapeMarkup } from '../common/drawn-cover.ts';
import { type DrawnLook, drawMark } from './draw-mark.ts';
import { type FindWriter, openFonts } from './fonts.ts';
import { oklchToHex } from './oklch-to-hex.ts';
import { writeText } from './write-text.ts';

export const LINK_PICTURE_WIDTH = 1_200;
export const LINK_PICTURE_HEIGHT = 630;

export interface LinkPictureFacts {
  id: string;
  title: string;
  lines: readonly [maker: string, likes: string];
  colour: string | null;
  picture: Uint8Array | null;
  instance: DrawnLook;
}

sharp.concurrency(1);
sharp.cache(false);

let find: FindWriter | undefined;

const TEXT = { x: 560, width: 560 } as const;
const PICTURE = { x: 80, y: 105, size: 420 } as const;

const frame = html`<clipPath id="frame"><rect width="100" height="100" rx="11"/></clipPath>`;
const place = `translate(${PICTURE.x} ${PICTURE.y}) scale(${PICTURE.size / 100})`;

async function pictured(picture: Uint8Array): Promise<Markup> {
  const square = sharp(picture).resize(PICTURE.size, PICTURE.size, { fit: 'cover' });
  const data = (await square.png().toBuffer()).toString('base64');
  return html`${frame}<g transform="${place}" clip-path="url(#frame)"><image width="100" height="100" href="data:image/png;base64,${data}"/></g>`;
}

function drawn({ id, title, colour }: LinkPictureFacts, writer: FindWriter): Markup {
  const design = coverDesign(id, colour);
  const { x1, y1, x2, y2 } = gradientEnds(design);
  const [light, deep] = design.colours.map(oklchToHex);
  const initial = writeText(
    coverInitial(title),
    { x: 9, y: 90, width: 90, lines: 1, lineHeight: 0 },
    { size: 74, isHeading: true, fill: '#fff' },
    writer,
  );
  return html`<linearGradient id="cover" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop stop-color="${light ?? ''}"/><stop offset="1" stop-color="${deep ?? ''}"/></linearGradient>
${frame}<g transform="${place}" clip-path="url(#frame)" color="#fff" stroke="#fff"><rect width="100" height="100" stroke="none" fill="url(#cover)"/>${coverShapes(design).map(shapeMarkup)}<g stroke="none">${initial.markup}</g></g>`;
}

const MARK = { x: TEXT.x - 6, y: 470, size: 68 };

function linkPictureSvg(facts: LinkPictureFacts, cover: Markup, writer: FindWriter): Markup {
  const title = (size: number, y: number) =>
    writeText(
      facts.title,
      { ...TEXT, y, lines: 3, lineHeight: size * 1.12 },
      { size, isHeading: true, fill: '#fff' },
      writer,
    );
  const large = title(84, 190);
  const { markup: heading, lines } = large.lines < 3 ? large : title(66, 172);
  const size = lines < 3 ? 84 : 66;
  const below = (lines < 3 ? 190 : 172) + (lines - 1) * size * 1.12;
  const line = (text: string, y: number, fill: string) =>
    writeText(text, { ...TEXT, y, lines: 1, lineHeight: 0 }, { size: 32, isHeading: false, fill }, writer)
      .markup;
  const name = writeText(
    facts.instance.name,
    { x: TEXT.x + 68, y: 520, width: TEXT.width - 68, lines: 1, lineHeight: 0 },
    { size: 44, isHeading: true, fill: '#fff' },
    writer,
  );
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${LINK_PICTURE_WIDTH}" height="${LINK_PICTURE_HEIGHT}">
<linearGradient id="ground" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#1a1230"/><stop offset="1" stop-color="#0d0a17"/></linearGradient>
<rect width="${LINK_PICTURE_WIDTH}" height="${LINK_PICTURE_HEIGHT}" fill="url(#ground)"/>
${cover}
${heading}
${line(facts.lines[0], below + 64, '#b9b2cc')}
${line(facts.lines[1], below + 112, '#fff')}
${drawMark(facts.instance, MARK)}${name.markup}
</svg>`;
}

/** Draws the link preview picture of an app as PNG. */
export async function drawLinkPicture(facts: LinkPictureFacts): Promise<Buffer> {
  find ??= openFonts();
  const cover = facts.picture ? await pictured(facts.picture) : drawn(facts, find);
  const svg = linkPictureSvg(facts, cover, find).text;
  return sharp(Buffer.from(svg)).png({ palette: true, quality: 90, effort: 4 }).toBuffer();
}
