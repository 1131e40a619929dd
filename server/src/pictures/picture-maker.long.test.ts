import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endlessSvg, hostileSvgs, redPicture } from './hostile-pictures.fixture.ts';
import type { LinePlace } from './fair-line.ts';
import { createPictureMaker, type PictureMaker } from './picture-maker.ts';

/** The process limits its CPU time. On a busy machine the wall clock shows several times as much. */
const CLOCK_MAX_MS = 30_000;

const order = (bytes: Buffer) => ({ bytes, role: 'image', widthLeast: 600, ground: null }) as const;
const forJob = (owner: string) => ({ owner, isJob: true });
const forMember = (owner: string) => ({ owner, isJob: false });

let honest: Buffer;
/** Long timeouts, so that only the limit on CPU time ends a drawing. */
let maker: PictureMaker;
beforeAll(async () => {
  honest = await redPicture(700, 400).png().toBuffer();
  maker = createPictureMaker({ drawingMaxMs: 120_000, waitMaxMs: 120_000 });
});
afterAll(() => maker.close());

const hostile = Object.entries<() => string>(hostileSvgs).map(
  ([name, make]) => [name, Buffer.from(make())] as const,
);

test.each(hostile)(
  'stops a hostile SVG after two seconds and draws the next picture: %s',
  async (_name, bytes) => {
    expect(bytes.length).toBeLessThan(128 * 1024);
    await maker.make(order(honest), forJob('honest'));
    const begunAt = performance.now();
    await maker.make(order(bytes), forJob('hostile'));
    expect(performance.now() - begunAt).toBeLessThan(CLOCK_MAX_MS);
    expect((await maker.make(order(honest), forJob('honest'))).fault).toBeNull();
  },
);

test('stops a picture that takes more than two seconds, and draws the next one in another process', async () => {
  const [endless, next] = await Promise.all([
    maker.make(order(endlessSvg()), forJob('hostile')),
    maker.make(order(honest), forJob('honest')),
  ]);
  expect([endless.fault, next.fault]).toEqual(['too_slow', null]);
});

/** Noise is the slowest content for every encoder. */
const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
/** 40 megapixels of a smooth picture, which fit into 5 MB. */
const large = () =>
  sharp(randomBytes(3 * 64 * 50), { raw: { width: 64, height: 50, channels: 3 } }).resize(7_155, 5_590);

test.each([
  ['a PNG of 900 x 900 pixels of noise', () => noise(900).png({ compressionLevel: 1 })],
  ['an AVIF of 40 megapixels', () => large().avif({ effort: 0 })],
  ['a WebP of 40 megapixels', () => large().webp({ effort: 0 })],
  ['a GIF of 40 megapixels', () => large().gif({ effort: 1, colours: 2, dither: 0 })],
  ['a JPEG of 40 megapixels', () => large().jpeg()],
])('draws %s', async (_name, make) => {
  const bytes = await make().toBuffer();
  expect(bytes.length).toBeLessThan(5 * 1024 * 1024);
  expect((await maker.make(order(bytes), forMember('photographer'))).fault).toBeNull();
});

test('delays other members by only one of 50 endless files', async () => {
  const endless = endlessSvg();
  let drawn = 0;
  const attack = async (place: LinePlace) => {
    const { fault } = await maker.make(order(endless), place);
    if (fault === 'too_slow') drawn += 1;
    return fault;
  };
  const flood = Array.from({ length: 54 }, (_, index) =>
    attack(index < 4 ? forJob('attacker') : forMember('attacker')),
  );
  const begunAt = performance.now();
  // A new owner: drawing time of earlier tests would put this one behind the others.
  expect((await maker.make(order(honest), forMember('newcomer'))).fault).toBeNull();
  const tookMs = performance.now() - begunAt;
  process.stdout.write(`an honest picture beside 50 endless ones: ${tookMs.toFixed(0)} ms\n`);
  expect(drawn).toBe(1);
  expect((await Promise.all(flood)).filter((fault) => fault === 'too_slow')).toHaveLength(7);
});
