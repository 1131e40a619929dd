import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { simpleSvg } from './simple-svg.ts';

/** What may be decoded; the same picture takes as much memory whatever its file weighs. */
export const PIXELS_MAX = 40_000_000;
/** Those of the contract, which is not there where this runs: as it lies here, beside `sharp` and nothing else. */
const WIDTHS = [160, 480, 960] as const;
const [, , WIDEST] = WIDTHS;
/** Of width to height; what is beyond is cut off on both sides. */
const RATIOS = { least: 0.5, most: 2.5 };
const QUALITY = 80;

/** The canvas of an icon: it is seen whole wherever a cover is cut to, tall or wide. */
const CANVAS = { width: WIDEST, height: 504 };
const ICON_SIDE = 300;
const ICON_LEAST = 96;
const ICON_GROWS = 2;
const ICON_CORNER = 0.2;
/** Grounds of an icon without a colour of its own, or that would vanish in it. */
const GROUNDS = { light: '#f1efe9', dark: '#24222b' };
/** Of 255: how far an icon has to stand out from its ground. */
const CONTRAST_LEAST = 40;

/** How files begin that the library is given. */
const RASTERS = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a'];
/** What is to become of the bytes that a stranger's server sent. */
export interface PictureOrder {
  bytes: Uint8Array;
  /** An icon is put on a ground, anything else fills its place. */
  role: 'image' | 'icon';
  /** An image that is narrower is not used. */
  widthLeast: number;
  /** `#rrggbb`, behind an icon and behind whatever is transparent. */
  ground: string | null;
}

export type PictureFault = 'not_a_picture' | 'too_many_pixels' | 'too_small';

/** One webp for each of the widths, in their order; or why there is none. */
export type DrawnPicture = { files: Buffer[]; fault: null } | { files: null; fault: PictureFault };

// Strangers' bytes meet these decoders and no other that the library has.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const no = (fault: PictureFault): DrawnPicture => ({ files: null, fault });

/** Whether the file is of a kind that is decoded; the first bytes tell, whatever its name and type were. */
function isRaster(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  if (RASTERS.some((signature) => start.startsWith(signature))) return true;
  return (start.startsWith('RIFF') && start.endsWith('WEBP')) || /^.{4}ftypavi[fs]$/s.test(start);
}

interface Opened {
  /** Decoded anew by each use, upright. */
  open: () => Sharp;
  width: number;
  height: number;
  isVector: boolean;
}

/** Opens the first frame. An SVG is opened as large as it is needed. */
async function openPicture(file: Buffer, wanted: number): Promise<Opened | PictureFault> {
  const isVector = !isRaster(file);
  const svg = isVector ? simpleSvg(file) : undefined;
  if (isVector && svg === undefined) return 'not_a_picture';
  const bytes = svg === undefined ? file : Buffer.from(svg);
  const options: SharpOptions = { limitInputPixels: false, failOn: 'error', pages: 1, sequentialRead: true };
  const read = (metadata: Metadata) => metadata.autoOrient;
  let { width, height } = read(await sharp(bytes, options).metadata());
  if (isVector) {
    options.density = Math.min(100_000, Math.max(1, (72 * wanted) / Math.max(width, height)));
    ({ width, height } = read(await sharp(bytes, options).metadata()));
  }
  if (width * height > PIXELS_MAX) return 'too_many_pixels';
  const open = () => sharp(bytes, { ...options, limitInputPixels: PIXELS_MAX }).autoOrient();
  return { open, width, height, isVector };
}

/** All files of a picture that was decoded once and is as wide as the widest. */
async function filesOf(widest: Sharp): Promise<DrawnPicture> {
  const { data, info } = await widest.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const files: Buffer[] = [];
  for (const wanted of WIDTHS) {
    const picture = sharp(data, { raw: { width, height, channels } });
    files.push(
      await picture.resize({ width: wanted, withoutEnlargement: true }).webp({ quality: QUALITY }).toBuffer(),
    );
  }
  return { files, fault: null };
}

async function drawImage(
  { open, width, height, isVector }: Opened,
  order: PictureOrder,
): Promise<DrawnPicture> {
  if (width < order.widthLeast && !isVector) return no('too_small');
  const ratio = Math.min(RATIOS.most, Math.max(RATIOS.least, width / height));
  const wide = Math.min(WIDEST, width, Math.round(height * ratio));
  const box = { width: wide, height: Math.max(1, Math.round(wide / ratio)) };
  const ground = order.ground ?? GROUNDS.light;
  return filesOf(
    open()
      .resize({ ...box, fit: 'cover' })
      .flatten({ background: ground })
      .toColourspace('srgb'),
  );
}

const luma = ([red = 0, green = 0, blue = 0]: Iterable<number>) => red * 0.299 + green * 0.587 + blue * 0.114;

/** The ground asked for; where there is none, or the icon would not be seen on it, the one of ours that differs most. */
async function groundFor(icon: Buffer, asked: string | null, isOpaque: boolean): Promise<string> {
  const ground = asked ?? GROUNDS.light;
  if (isOpaque) return ground;
  // Alpha weighs in: what is transparent has no part in the mean.
  const mean = await sharp(icon).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  const value = Number.parseInt(ground.slice(1), 16);
  const distance = Math.abs(luma(mean) - luma([value >> 16, (value >> 8) & 255, value & 255]));
  if (distance >= CONTRAST_LEAST) return ground;
  return luma(mean) < 128 ? GROUNDS.light : GROUNDS.dark;
}

async function drawIcon(
  { open, width, height, isVector }: Opened,
  order: PictureOrder,
): Promise<DrawnPicture> {
  const largest = Math.max(width, height);
  if (largest < ICON_LEAST && !isVector) return no('too_small');
  const side = isVector ? ICON_SIDE : Math.min(ICON_SIDE, largest * ICON_GROWS);
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const upright = open().toColourspace('srgb').ensureAlpha();
  const icon = await upright.resize(side, side, { fit: 'contain', background: clear }).png().toBuffer();
  const { isOpaque } = await sharp(icon).stats();
  const background = await groundFor(icon, order.ground, isOpaque);
  const corner = Math.round(side * ICON_CORNER);
  const mask = Buffer.from(`<svg><rect width="${side}" height="${side}" rx="${corner}"/></svg>`);
  const cut = isOpaque
    ? await sharp(icon)
        .composite([{ input: mask, blend: 'dest-in' }])
        .png()
        .toBuffer()
    : icon;
  const drawn = sharp({ create: { ...CANVAS, channels: 3, background } }).composite([{ input: cut }]);
  return filesOf(sharp(await drawn.png({ compressionLevel: 0 }).toBuffer()).removeAlpha());
}

/** Makes a picture anew from a stranger's bytes: its first frame alone, without metadata. Never throws. */
export async function drawPicture(order: PictureOrder): Promise<DrawnPicture> {
  try {
    const opened = await openPicture(Buffer.from(order.bytes), order.role === 'icon' ? ICON_SIDE : WIDEST);
    if (typeof opened === 'string') return no(opened);
    return await (order.role === 'icon' ? drawIcon : drawImage)(opened, order);
  } catch {
    return no('not_a_picture');
  }
}
