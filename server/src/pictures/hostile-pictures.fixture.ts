import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Red, with some life in it so that files have a size. */
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
  /** Rows of the size that it claims, or as many bytes of nothing. */
  bytes?: number;
  before?: Buffer[];
}

/** A PNG of one bit a pixel, all black, that claims to be of this size. */
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

/** The head of a GIF that claims to be as large as one can be, with next to nothing behind it. */
export function hugeGif(): Buffer {
  return Buffer.from(
    '474946383961ffffffff800000ff0000ffffff2c00000000ffffffff00020244 01003b'.replaceAll(' ', ''),
    'hex',
  );
}

/** So many frames, each of another grey. */
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

/** A drawing that takes minutes, in a few hundred bytes. */
export function endlessSvg(): Buffer {
  const waves = Array.from(
    { length: 200 },
    (_, seed) =>
      `<feTurbulence baseFrequency=".9" numOctaves="20" seed="${seed}" result="a${seed}"/><feGaussianBlur stdDeviation="40"/>`,
  ).join('');
  return Buffer.from(
    svg(`<filter id="f">${waves}</filter><rect width="100" height="100" filter="url(#f)"/>`),
  );
}
