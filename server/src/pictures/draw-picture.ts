import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp';
import { isRaster } from './processor-limit.ts';
import { simpleSvg } from './simple-svg.ts';

const PIXELS_MAX = 40_000_000;
/** Equal to `PICTURE_WIDTHS` of the contract, which this process cannot read. */
const WIDTHS = [160, 480, 960] as const;
const [, , WIDEST] = WIDTHS;
const RATIOS = { least: 0.5, most: 2.5 };
const QUALITY = 80;

/** Canvas of an icon. Every crop of a cover shows the icon. */
const CANVAS = { width: WIDEST, height: 504 };
const ICON_SIDE = 300;
const ICON_LEAST = 96;
const ICON_GROWS = 2;
const ICON_CORNER = 0.2;
/** Backgrounds of icons without a colour, or that would vanish on theirs. */
const GROUNDS = { light: '#f1efe9', dark: '#24222b' };
const CONTRAST_LEAST = 40;

export interface PictureOrder {
  bytes: Uint8Array;
  /** An icon is put on a background. An image fills the picture. A logo is drawn in several sizes. */
  role: 'image' | 'icon' | 'logo';
  widthLeast: number;
  /** `#rrggbb`, behind icons and transparent parts. */
  ground: string | null;
}

type PictureFault = 'not_a_picture' | 'too_many_pixels' | 'too_small';

export type DrawnPicture = { files: Buffer[]; fault: null } | { files: null; fault: PictureFault };

// All other decoders of the library stay blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`),
});
sharp.concurrency(1);
sharp.cache(false);

const no = (fault: PictureFault): DrawnPicture => ({ files: null, fault });

interface Opened {
  open: () => Sharp;
  width: number;
  height: number;
  isVector: boolean;
}

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

/** Returns a contrasting background of ours if the given one is missing or too similar to the icon. */
async function groundFor(icon: Buffer, asked: string | null, isOpaque: boolean): Promise<string> {
  const ground = asked ?? GROUNDS.light;
  if (isOpaque) return ground;
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

/** Side of a square file, and the logo's share of it. Platforms crop the corners of files with a background. */
const LOGO_FILES = [
  { side: 180, share: 0.8, isOnGround: true },
  { side: 192, share: 1, isOnGround: false },
  { side: 512, share: 1, isOnGround: false },
  { side: 512, share: 0.66, isOnGround: true },
];
const LOGO_GROUND = '#ffffff';
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

async function drawLogo(
  { open, width, height, isVector }: Opened,
  { widthLeast }: PictureOrder,
): Promise<DrawnPicture> {
  if (Math.max(width, height) < widthLeast && !isVector) return no('too_small');
  const files: Buffer[] = [];
  for (const { side, share, isOnGround } of LOGO_FILES) {
    const inner = Math.round(side * share);
    const logo = await open()
      .toColourspace('srgb')
      .ensureAlpha()
      .resize(inner, inner, { fit: 'contain', background: CLEAR })
      .png()
      .toBuffer();
    const background = isOnGround ? await groundFor(logo, LOGO_GROUND, false) : CLEAR;
    const channels = isOnGround ? 3 : 4;
    const square = sharp({ create: { width: side, height: side, channels, background } });
    const drawn = square.composite([{ input: logo }]);
    files.push(await (isOnGround ? drawn.removeAlpha() : drawn).png({ compressionLevel: 9 }).toBuffer());
  }
  return { files, fault: null };
}

const sides = { image: WIDEST, icon: ICON_SIDE, logo: 512 };
const drawers = { image: drawImage, icon: drawIcon, logo: drawLogo };

/** Draws the first frame without metadata. Never throws. */
export async function drawPicture(order: PictureOrder): Promise<DrawnPicture> {
  try {
    const opened = await openPicture(Buffer.from(order.bytes), sides[order.role]);
    if (typeof opened === 'string') return no(opened);
    return await drawers[order.role](opened, order);
  } catch {
    return no('not_a_picture');
  }
}
