import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PICTURE_WIDTHS } from '@zapdeck/contract/pictures/picture-paths';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DrawnPicture, drawPicture, type PictureOrder } from './draw-picture.ts';
import { animated, blackPng, hugeGif, hugeProfile, redPicture, svg } from './hostile-pictures.fixture.ts';

const draw = (bytes: Buffer | string, order: Partial<PictureOrder> = {}) =>
  drawPicture({ bytes: Buffer.from(bytes), role: 'image', widthLeast: 600, ground: null, ...order });

function filesOf({ files, fault }: DrawnPicture): Buffer[] {
  if (!files) throw new Error(fault);
  return files;
}

async function colourAt(file: Buffer | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return [...data.subarray(at, at + 3)];
}

const isNear = (one: number[], other: number[]) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 24);

describe('drawPicture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'makes WebP files in three widths from %s',
    async (format) => {
      const files = filesOf(await draw(await redPicture(1200, 630).toFormat(format).toBuffer()));
      const found = await Promise.all(files.map((file) => sharp(file).metadata()));
      expect(found.map(({ format: kind, width }) => [kind, width])).toEqual(
        PICTURE_WIDTHS.map((width) => ['webp', width]),
      );
      expect(found.at(-1)?.height).toBe(504);
      expect(isNear(await colourAt(files[1], 0, 0), [208, 32, 32])).toBe(true);
    },
  );

  test('never enlarges a picture, and rejects a narrow one', async () => {
    const files = filesOf(await draw(await redPicture(600, 400).jpeg().toBuffer()));
    const widths = await Promise.all(files.map(async (file) => (await sharp(file).metadata()).width));
    expect(widths).toEqual([160, 480, 600]);
    expect(await draw(await redPicture(599, 400).jpeg().toBuffer())).toEqual({
      files: null,
      fault: 'too_small',
    });
  });

  test.each([
    [3_000, 100, 2.5],
    [700, 7_000, 0.5],
  ])('crops %i x %i to a shape that fits a cover', async (width, height, ratio) => {
    const [small] = filesOf(await draw(await redPicture(width, height).png().toBuffer()));
    const found = await sharp(small).metadata();
    expect(found.width / found.height).toBeCloseTo(ratio, 1);
  });

  test('removes metadata and applies the orientation', async () => {
    const exif = { IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const upright = redPicture(600, 1200).withExif(exif).withMetadata({ orientation: 6, icc: 'p3' });
    const bytes = await upright.jpeg().toBuffer();
    expect(await sharp(bytes).metadata()).toMatchObject({ orientation: 6 });
    const file = filesOf(await draw(bytes))[2];
    const found = await sharp(file).metadata();
    expect(found.width / found.height).toBeCloseTo(2, 1);
    for (const part of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(found[part]).toBeUndefined();
    expect(file?.includes('somebody')).toBe(false);
  });

  test.each(['gif', 'webp'] as const)('draws the first frame of an animated %s', async (format) => {
    const files = filesOf(await draw(await animated(format, 6)));
    expect(await sharp(files[2]).metadata()).toMatchObject({ width: 600, height: 320 });
    expect((await sharp(files[2]).metadata()).pages).toBeUndefined();
    expect(isNear(await colourAt(files[2], 0.5, 0.5), [200, 200, 200])).toBe(true);
  });

  test('draws transparent parts on the background', async () => {
    const bytes = Buffer.from(svg('<circle cx="50" cy="50" r="10"/>', 'width="1000" height="800"'));
    const files = filesOf(await draw(bytes, { ground: '#2040c0' }));
    expect(isNear(await colourAt(files[2], 0, 0), [32, 64, 192])).toBe(true);
    expect((await sharp(files[2]).metadata()).hasAlpha).toBe(false);
  });
});

describe('drawPicture for an icon', () => {
  test('draws it in the middle of its background, with round corners', async () => {
    const icon = await redPicture(192, 192).png().toBuffer();
    const file = filesOf(await draw(icon, { role: 'icon', ground: '#104020' }))[2];
    expect(await sharp(file).metadata()).toMatchObject({ width: 960, height: 504 });
    expect(isNear(await colourAt(file, 0.02, 0.5), [16, 64, 32])).toBe(true);
    expect(isNear(await colourAt(file, 0.5, 0.5), [255, 96, 96])).toBe(true);
    // The corner of the original square.
    expect(isNear(await colourAt(file, 0.5 - 148 / 960, 0.5 - 148 / 504), [16, 64, 32])).toBe(true);
  });

  test('uses another background if the icon would vanish', async () => {
    const icon = svg('<circle cx="50" cy="50" r="40" fill="#111"/>');
    const seen = async (ground: string | null) =>
      colourAt(filesOf(await draw(icon, { role: 'icon', ground }))[2], 0, 0);
    expect(isNear(await seen('#000000'), [0xf1, 0xef, 0xe9])).toBe(true);
    expect(isNear(await seen('#ffcc00'), [0xff, 0xcc, 0x00])).toBe(true);
  });

  test('rejects a tiny icon', async () => {
    expect((await draw(await redPicture(95, 95).png().toBuffer(), { role: 'icon' })).fault).toBe('too_small');
    expect((await draw(await redPicture(96, 96).png().toBuffer(), { role: 'icon' })).fault).toBeNull();
  });
});

describe('hostile files', () => {
  test.each([
    ['a PNG of 41 megapixels', () => blackPng(8_200, 5_000)],
    ['a PNG that claims 10,000 megapixels', () => blackPng(100_000, 100_000, { bytes: 1_000 })],
    ['a GIF that claims 4,295 megapixels', hugeGif],
  ])('rejects %s without decoding it', async (_what, make) => {
    expect(await draw(make())).toEqual({ files: null, fault: 'too_many_pixels' });
  });

  test('draws 40 megapixels', async () => {
    expect((await draw(blackPng(8_000, 5_000))).fault).toBeNull();
  });

  test('drops a colour profile of 64 MB', async () => {
    const bytes = blackPng(800, 600, { before: [hugeProfile(64 * 1024 * 1024)] });
    expect(bytes.length).toBeLessThan(100_000);
    const { files } = await draw(bytes);
    for (const file of files ?? []) expect(file.length).toBeLessThan(100_000);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('rejects a truncated %s', async (format) => {
    const bytes = await redPicture(620, 300).toFormat(format, { effort: 2 }).toBuffer();
    expect((await draw(bytes)).fault).toBeNull();
    expect((await draw(bytes.subarray(0, bytes.length * 0.5))).fault).toBe('not_a_picture');
  });

  test.each([
    ['PNG', async () => redPicture(700, 400).png().toBuffer()],
    ['JPEG', async () => redPicture(700, 400).jpeg().toBuffer()],
    ['GIF', async () => redPicture(700, 400).gif().toBuffer()],
  ])('drops a script after the end of a %s', async (_what, make) => {
    const script = '*/=1;<script>alert(document.domain)</script>';
    const { files } = await draw(Buffer.concat([await make(), Buffer.from(script)]));
    for (const file of files ?? []) expect(file.includes('alert')).toBe(false);
  });

  test.each<[string, () => Buffer | string | Promise<Buffer>]>([
    ['an empty file', () => ''],
    ['an HTML page', () => '<!doctype html><title>x</title><svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['a PDF', () => '%PDF-1.7\n1 0 obj\n'],
    ['a TIFF', async () => redPicture(700, 400).tiff().toBuffer()],
    [
      'a HEIC',
      async () =>
        Buffer.from(
          (await redPicture(64, 64).avif().toBuffer()).toString('latin1').replace('ftypavif', 'ftypheic'),
          'latin1',
        ),
    ],
    ['a bitmap', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a compressed SVG', () => gzipSync(svg('<rect width="9" height="9"/>'))],
    ['an SVG in UTF-16', () => Buffer.from(`\ufeff${svg('<rect width="9" height="9"/>')}`, 'utf16le')],
    ['a RAW header of our library', () => Buffer.concat([Buffer.from('b6a6f208', 'hex'), Buffer.alloc(600)])],
    ['comments only', () => '<!---->'.repeat(9_000)],
    ['a CSV file', () => '1,2,3\n4,5,6\n'],
  ])('rejects %s as no picture', async (_what, make) => {
    expect(await draw(await make())).toEqual({ files: null, fault: 'not_a_picture' });
  });
});

describe('hostile SVG files', () => {
  const secret = join(tmpdir(), `zapdeck-secret-${process.pid}.svg`);
  let touched = 0;
  const canary = createServer((socket) => {
    touched += 1;
    socket.end('HTTP/1.1 200 OK\r\n\r\n');
  });
  beforeAll(async () => {
    await writeFile(secret, svg('<rect id="a" width="100" height="100" fill="#00ff00"/>'));
    canary.listen(0, '127.0.0.1');
    await once(canary, 'listening');
  });
  afterAll(async () => {
    await rm(secret);
    canary.close();
  });
  const web = () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}/a.svg`;

  test.each<[string, () => string]>([
    [
      'expands entities',
      () => `<!DOCTYPE svg [<!ENTITY a "&#97;"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`,
    ],
    [
      'reads a file as an entity',
      () => `<!DOCTYPE svg [<!ENTITY a SYSTEM "file://${secret}">]>${svg('<text>&a;</text>')}`,
    ],
    ['embeds a picture', () => svg(`<image href="${web()}" width="100" height="100"/>`)],
    ['embeds HTML', () => svg('<foreignObject width="9" height="9"><p>x</p></foreignObject>')],
  ])('rejects an SVG that %s', async (_what, make) => {
    expect(await draw(make(), { role: 'icon' })).toEqual({ files: null, fault: 'not_a_picture' });
  });

  test.each<[string, () => string]>([
    ['a script', () => '<script>throw 1</script><g onload="alert(1)"/>'],
    ['use of a file', () => `<use href="file://${secret}#a"/><use xlink:href="${secret}#a"/>`],
    [
      'a picture with a namespace prefix',
      () => `<s:image xmlns:s="http://www.w3.org/2000/svg" href="file://${secret}" width="99" height="99"/>`,
    ],
    [
      'an XInclude of a file',
      () => `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${secret}"/>`,
    ],
    ['use of a URL', () => `<use href="${web()}#a"/><rect width="99" height="99" fill="url(${web()}#a)"/>`],
    [
      'external styles',
      () =>
        `<style>@import url("${web()}"); @import url("file://${secret}"); rect { fill: url(${web()}) }</style>`,
    ],
    [
      'an external filter',
      () => `<rect width="99" height="99" fill="none" filter="url(file://${secret}#a)"/>`,
    ],
  ])('draws nothing from %s', async (_what, make) => {
    const mark = '<circle cx="50" cy="50" r="20" fill="#ff0000"/>';
    const order = { role: 'icon', ground: '#000080' } as const;
    const plain = filesOf(await draw(svg(mark), order));
    const { files } = await draw(svg(`${make()}${mark}`), order);
    if (files) expect(await colourAt(files[2], 0.4, 0.5)).toEqual(await colourAt(plain[2], 0.4, 0.5));
    expect(touched).toBe(0);
  });
});
