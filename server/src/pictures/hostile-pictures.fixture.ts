import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A red picture with some noise, so that files have a realistic size. */
export function redPicture(width: number, height: number): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#d02020"/><circle cx="50%" cy="50%" r="20%" fill="#ff6060"/></svg>`;
  return sharp(Buffer.from(svg));
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([ends.subarray(0, 4), typed, ends.subarray(4)]);
}

interface PngOptions {
  bytes?: number;
  before?: Buffer[];
}

/** A black PNG of one bit a pixel, with this size in its header. */
export function blackPng(width: number, height: number, { bytes, before = [] }: PngOptions = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.alloc(bytes ?? height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A colour profile that is small as a file and large in memory. */
export function hugeProfile(bytes: number): Buffer {
  return chunk('iCCP', Buffer.concat([Buffer.from('huge\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]));
}

/** The header of a GIF of the maximum size, without its data. */
export function hugeGif(): Buffer {
  return Buffer.from(
    '474946383961ffffffff800000ff0000ffffff2c00000000ffffffff00020244 01003b'.replaceAll(' ', ''),
    'hex',
  );
}

/** A GIF of many frames, each in another grey. */
export async function animated(format: 'gif' | 'webp', frames: number): Promise<Buffer> {
  const [width, height] = [600, 320];
  const data = Buffer.concat(
    Array.from({ length: frames }, (_, frame) => Buffer.alloc(width * height * 3, frame === 0 ? 200 : frame)),
  );
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  const picture = sharp(data, { raw });
  return (format === 'gif' ? picture.gif() : picture.webp()).toBuffer();
}

export const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100" ${attributes}>${inside}</svg>`;

const copies = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const filtered = (primitives: string) =>
  svg(
    `<filter id="f" x="-9" y="-9" width="19" height="19">${primitives}</filter><g filter="url(#f)">${copies(9, (index) => `<rect width="${100 - index}" height="100" filter="url(#f)"/>`)}</g>`,
  );

/** Small SVG files that take a renderer seconds or minutes, or read what they must not. */
export const hostileSvgs = {
  feTurbulence: () =>
    filtered(copies(99, (seed) => `<feTurbulence baseFrequency=".9" numOctaves="20" seed="${seed}"/>`)),
  'feGaussianBlur with a huge deviation': () =>
    filtered(copies(99, () => '<feGaussianBlur stdDeviation="99999"/>')),
  feMorphology: () => filtered(copies(50, () => '<feMorphology operator="dilate" radius="9999"/>')),
  'nested filters': () =>
    svg(
      `<filter id="f"><feTurbulence numOctaves="9"/></filter>${copies(60, () => '<g filter="url(#f)">')}<rect width="100" height="100"/>${copies(60, () => '</g>')}`,
    ),
  'a CSS filter': () =>
    svg(
      `${copies(60, () => '<g style="filter:blur(9999px) drop-shadow(9px 9px 999px red)">')}<rect width="100" height="100"/>${copies(60, () => '</g>')}`,
    ),
  'an escaped CSS filter': () =>
    svg(
      `<style>g{f\\69lter:blur(9999px)}</style>${copies(60, () => '<g>')}<rect width="100" height="100"/>${copies(60, () => '</g>')}`,
    ),
  'a filter under a prefix': () =>
    `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><s:filter id="f">${copies(99, () => '<s:feTurbulence numOctaves="20"/>')}</s:filter><s:rect width="100" height="100" filter="url(#f)"/></s:svg>`,
  'deep use': () =>
    svg(
      `<defs><g id="a0"><path d="M0 0h99v99z"/></g>${copies(20, (index) => `<g id="a${index + 1}">${copies(10, () => `<use href="#a${index}"/>`)}</g>`)}</defs><use href="#a20"/>`,
    ),
  'deep use of symbols': () =>
    svg(
      `<symbol id="a0"><path d="M0 0h99v99z"/></symbol>${copies(20, (index) => `<symbol id="a${index + 1}">${copies(10, () => `<use xlink:href="#a${index}"/>`)}</symbol>`)}<use href="#a20"/>`,
    ),
  'use of itself': () => svg('<g id="a"><use href="#a"/><use href="#a"/></g>'),
  'patterns in patterns': () =>
    svg(
      `<rect id="r" width="100" height="100"/>${copies(12, (index) => `<pattern id="p${index}" width=".01" height=".01"><rect width="9" height="9" fill="url(#p${index + 1})"/></pattern>`)}<rect width="100" height="100" fill="url(#p0)"/>`,
    ),
  'masks in a chain': () =>
    svg(
      `${copies(40, (index) => `<mask id="m${index}" mask="url(#m${index + 1})"><rect width="100" height="100" mask="url(#m${index + 1})"/></mask>`)}<rect width="100" height="100" mask="url(#m0)"/>`,
    ),
  'clip paths in a chain': () =>
    svg(
      `${copies(40, (index) => `<clipPath id="c${index}" clip-path="url(#c${index + 1})"><rect width="100" height="100" clip-path="url(#c${index + 1})"/></clipPath>`)}<rect width="100" height="100" clip-path="url(#c0)"/>`,
    ),
  'clip paths chained by CSS': () =>
    svg(
      `<style>${copies(40, (index) => `.c${index}{clip-path:url(#c${index + 1})}`)}</style>${copies(40, (index) => `<clipPath id="c${index}" class="c${index}"><rect width="100" height="100" class="c${index}"/></clipPath>`)}<rect width="100" height="100" clip-path="url(#c0)"/>`,
    ),
  'clip paths chained by CSS and ids': () =>
    svg(
      `<style>${copies(40, (index) => `#c${index},#c${index} rect{clip-path:url(#c${index + 1})}`)}</style>${copies(40, (index) => `<clipPath id="c${index}"><rect width="100" height="100"/></clipPath>`)}<rect width="100" height="100" clip-path="url(#c0)"/>`,
    ),
  'markers on each point': () =>
    svg(
      `<marker id="m"><path d="M0 0${copies(400, () => 'l1 1')}" marker-mid="url(#m)"/></marker><path d="M0 0${copies(400, () => 'l1 1')}" marker-mid="url(#m)"/>`,
    ),
  'groups that are blended': () =>
    svg(
      `${copies(250, () => '<g opacity=".9">')}${copies(40, () => '<rect width="100" height="100" opacity=".5"/>')}${copies(250, () => '</g>')}`,
    ),
  'a huge viewBox': () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="1e30" height="1e30" viewBox="0 0 1e38 1e-38"><rect width="1e38" height="1e38"/></svg>',
  'many dashes': () =>
    svg(`<path d="M0 0${copies(200, () => 'l9e9 9e9l-9e9-9e9')}" stroke="red" stroke-dasharray=".0001"/>`),
  'many dashes by CSS': () =>
    svg(
      `<style>path{stroke:red;stroke-dasharray:.0001}</style><path d="M0 0${copies(200, () => 'l9e9 9e9l-9e9-9e9')}"/>`,
    ),
  'a long list of dashes': () =>
    svg(`<path d="M0 0h9e9" stroke="red" stroke-dasharray="${copies(900, () => '.001 ')}"/>`),
  'an image inside': () =>
    svg(
      `<image width="100" height="100" href="data:image/png;base64,${blackPng(9_000, 4_000, { bytes: 9 }).toString('base64')}"/>`,
    ),
  'a filter with an image': () => filtered('<feImage href="data:image/svg+xml,%3Csvg/%3E"/>'),
  'external references': () =>
    svg(
      '<use href="http://127.0.0.1/a.svg#a"/><rect width="9" height="9" fill="url(file:///etc/passwd#a)" style="stroke:url(http://127.0.0.1/#a)"/><style>@import "http://127.0.0.1/a.css";</style>',
    ),
  'entity expansion': () =>
    `<!DOCTYPE svg [<!ENTITY a0 "lol">${copies(20, (index) => `<!ENTITY a${index + 1} "${copies(10, () => `&a${index};`)}">`)}]>${svg('<text>&a20;</text>')}`,
  'another encoding': () =>
    `<svg xmlns="http://www.w3.org/2000/svg"/><?xml encoding="UTF-7"?>+ADw-filter+AD4-`,
  'CSS animations': () =>
    svg(
      `<style>@keyframes a{${copies(99, (index) => `${index}%{transform:rotate(${index}deg);filter:blur(${index}px)}`)}}rect{animation:a 1ms infinite}</style><rect width="9" height="9"/>`,
    ),
  'SMIL animations': () =>
    svg(copies(400, () => '<animate attributeName="x" values="0;1" repeatCount="indefinite"/>')),
  foreignObject: () =>
    svg(
      '<foreignObject width="100" height="100"><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject>',
    ),
  'a long run of text': () =>
    svg(
      `<text y="50" font-size="9999" letter-spacing="9">${'\u0e01\u0e33\u0301\u0645\u0644\u0627'.repeat(900)}</text>`,
    ),
  'text in many pieces': () =>
    svg(`<text y="50">${copies(900, () => '<tspan dx="1" font-size="999">\u0645</tspan>')}</text>`),
  'deep nesting': () => svg(`${copies(9_000, () => '<g>')}${copies(9_000, () => '</g>')}`),
  'a selector for each element': () =>
    svg(
      `<style>${copies(500, (index) => `g:nth-child(${index}n+1) g:not(.a) ~ g > g{fill:red}`)}</style>${copies(900, () => '<g>')}${copies(900, () => '</g>')}`,
    ),
  'gradients in a chain': () =>
    svg(
      `${copies(300, (index) => `<linearGradient id="g${index}" href="#g${index + 1}"/>`)}<rect width="99" height="99" fill="url(#g0)"/>`,
    ),
  'nothing but attributes': () =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${copies(9_000, (index) => `a${index}="" `)}/>`,
} satisfies Record<string, () => string>;

/** Half a megabyte of overlapping outlines: minutes of work, although its structure is harmless. */
export function endlessSvg(): Buffer {
  const outline = copies(60, (index) => `L${(index * 37) % 100} ${(index * 61) % 100}`);
  const path = `<path stroke="red" stroke-width="9" fill-opacity=".5" d="M0 0${outline}"/>`;
  return Buffer.from(svg(`<g id="a">${copies(400, () => path)}</g>${copies(900, () => '<use href="#a"/>')}`));
}
