import { type Instance, newInstance } from '@zapdeck/contract/instance/instance';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { eventually } from '../../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { Refusal } from '../../../http/refusal.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { storePicture } from '../../pictures/pictures.ts';
import { inVisualOrder, wrap, writeText } from './write-text.ts';
import type { InstancePictureFacts } from './draw-instance-picture.ts';
import type { LinkPictureFacts } from './draw-link-picture.ts';
import { createInstancePicture } from './instance-picture.ts';
import { createLinkPictureDrawer, DrawingFailed } from './link-picture-drawer.ts';
import { createLinkPictures } from './link-pictures.ts';
import { openFonts } from './fonts.ts';
import { oklchToHex } from './oklch-to-hex.ts';

const PUBLIC_URL = 'https://zaps.example.org';
/** Beyond the time that likes are shown unchanged. */
const HOUR_MS = 3_600_001;
const look = { ...newInstance, logo: null };

let t: TestApp;
let app: AppRow;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
  app = await t.addApp({ title: 'Tiny Piano' });
});
afterAll(() => t.close());

const open = (url: string) => t.app.inject({ url });
async function pictureOf(page: AppRow): Promise<string> {
  const { body } = await open(pagePath(page));
  return new URL(/property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? '').pathname;
}

describe('link picture', () => {
  test('is immutable at the address that the page names', async () => {
    const path = await pictureOf(app);
    const { statusCode, headers, rawPayload } = await open(path);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1_200, height: 630 });
    expect(rawPayload.length).toBeLessThan(120_000);
    const older = await open(`${pagePath(app)}/of-yesterday.png`);
    expect([older.statusCode, older.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(older.rawPayload.equals(rawPayload)).toBe(true);
  });

  test('contains the app’s picture and gets a new address with it', async () => {
    const red = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#f00' } })
      .webp()
      .toBuffer();
    const picture = await storePicture(t.deps.db, [red, red, red], t.clock.now);
    const with1 = await t.addApp({ title: 'Tiny Piano', picture });
    const path = await pictureOf(with1);
    expect(path.split('/').at(-1)).not.toBe((await pictureOf(app)).split('/').at(-1));
    const { rawPayload } = await open(path);
    const middle = sharp(rawPayload).extract({ left: 290, top: 315, width: 1, height: 1 });
    const [colour = 0, green = 255] = await middle.removeAlpha().raw().toBuffer();
    expect([colour > 200, green < 60]).toEqual([true, true]);
  });

  test('is missing for an app without a page', async () => {
    const pending = await t.addApp({ status: 'pending' });
    for (const path of [`${pagePath(pending)}/x.png`, '/a/nothing/x.png', `${pagePath(app)}/x.jpg`])
      expect.soft((await open(path)).statusCode).toBe(404);
  });
});

test('draws one picture at a time, once for concurrent requests, and rejects when too many wait', async () => {
  const pictured = { ...app, by: 'x', handle: null, isVerified: false, publishedAt: app.createdAt };
  const drawn: string[] = [];
  const drawer = {
    draw: async ({ title }: { title: string }) => Buffer.from(String(drawn.push(title))),
    close: () => undefined,
  };
  const read = createLinkPictures(t.deps.db, drawer);
  await Promise.all([
    read(pictured, look),
    read(pictured, look),
    read({ ...pictured, title: 'Piano' }, look),
  ]);
  expect(drawn).toEqual(['Tiny Piano', 'Piano']);

  const real = createLinkPictureDrawer();
  const facts = {
    id: 'a',
    title: 'A',
    lines: ['b', 'c'] as const,
    colour: null,
    picture: null,
    instance: look,
  };
  const all = Array.from({ length: 30 }, () => real.draw(facts));
  const settled = Promise.allSettled(all);
  for (const tooMany of all.slice(20)) await expect(tooMany).rejects.toMatchObject({ code: 'unavailable' });
  await expect(all[0]).resolves.toBeInstanceOf(Buffer);
  real.close();
  const drawnBefore = (await settled).filter(({ status }) => status === 'fulfilled').length;
  expect(drawnBefore).toBeLessThan(20);
});

test('the picture of the instance is drawn with its own texts, in its default language', async () => {
  const drawer = {
    draw: async ({ heading, line }: InstancePictureFacts) => Buffer.from(`${heading} / ${line}`),
  };
  const textsOf = async (own: Partial<Instance>) => {
    const instance = { ...look, ...own };
    const file = await createInstancePicture({ db: t.deps.db, drawer, instance: () => instance })();
    return file && String(file.content);
  };
  expect(await textsOf({})).toBeUndefined();
  expect(await textsOf({ tagline: { en: 'Small toys' } })).toBe('Discover Amazing Web Apps / Small toys');
  const landing = { ...look.landing, heading: { en: 'Play today' } };
  expect(await textsOf({ landing })).toMatch(/^Play today /);
  expect(await textsOf({ defaultLanguage: 'de', landing })).toMatch(/^Entdecke /);
});

test('is redrawn with new likes after at least an hour', async () => {
  const likes: string[] = [];
  const drawer = {
    draw: async ({ lines }: LinkPictureFacts) => Buffer.from(String(likes.push(lines[1]))),
    close: () => undefined,
  };
  const read = createLinkPictures(t.deps.db, drawer);
  const { id } = await t.addApp();
  const liked = { ...app, id, by: 'x', handle: null, isVerified: false, publishedAt: app.createdAt };
  for (let upvotes = 0; upvotes < 3; upvotes += 1) await read({ ...liked, upvotes }, look);
  expect(likes).toEqual(['No likes yet']);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR_MS);
  onTestFinished(() => clock.mockRestore());
  // The cache reads the clock once in a millisecond.
  await eventually(async () => {
    await read({ ...liked, upvotes: 3 }, look);
    expect(likes).toEqual(['No likes yet', '3 likes']);
  });
});

test('is not retried for a minute after a failure, unless it only had to wait', async () => {
  const pictured = { ...app, by: 'x', handle: null, isVerified: false, publishedAt: app.createdAt };
  const failures: Error[] = [
    new DrawingFailed('took too long'),
    new Refusal('unavailable'),
    new Error('away'),
  ];
  const tries: string[] = [];
  const drawer = {
    draw: async ({ title }: { title: string }) => {
      tries.push(title);
      throw failures[Number(title)];
    },
    close: () => undefined,
  };
  const read = createLinkPictures(t.deps.db, drawer);
  const ask = (title: string) => read({ ...pictured, title }, look);
  const later = { code: 'picture_not_drawn', status: 503, headers: { 'retry-after': '60' } };
  for (let time = 0; time < 2; time += 1) {
    await expect(ask('0')).rejects.toMatchObject(later);
    await expect(ask('1')).rejects.toMatchObject({ code: 'unavailable', headers: {} });
    await expect(ask('2')).rejects.toThrow('away');
  }
  expect(tries).toEqual(['0', '1', '2', '1', '2']);
});

describe('text', () => {
  const fits = (width: number) => (line: string) => line.length <= width;

  test.each([
    ['short', 10, ['short']],
    ['two words', 5, ['two', 'words']],
    ['endlessword', 5, ['endle', 'sswor', 'd']],
    ['a few words that are too many for it', 12, ['a few words', 'that are too', 'many for it']],
    ['so many words that they need an ellipsis', 8, ['so many', 'words', 'that th…']],
    ['猫のピアノ', 3, ['猫のピ', 'アノ']],
    ['   ', 5, []],
  ])('wraps %j to width %i', (text, width, lines) => {
    expect(wrap(text, 3, fits(width))).toEqual(lines);
  });

  test('is laid out in visual order', () => {
    const levels = (...all: number[]) => all.map((level, index) => ({ level, index }));
    const seen = (...all: number[]) => inVisualOrder(levels(...all)).map(({ index }) => index);
    expect(seen(0, 1, 1, 0)).toEqual([0, 2, 1, 3]);
    expect(seen(1, 2, 1)).toEqual([2, 1, 0]);
    expect(seen(0, 1, 2, 1, 0)).toEqual([0, 3, 2, 1, 4]);
  });

  test.each([
    ['Latin', 'Łódź é'],
    ['Cyrillic and Greek', 'Привет Ελλάδα'],
    ['Arabic', 'مرحبا'],
    ['Hebrew', 'שלום'],
    ['Japanese', 'ねこ猫'],
    ['Chinese', '简体测试'],
    ['Korean', '고양이'],
    ['emoji', '🎹👩🏽‍🚀'],
  ])('has a glyph for each character of %s', (_script, text) => {
    const find = openFonts();
    for (const letter of text.normalize('NFC').match(/[\p{L}\p{Extended_Pictographic}]/gu) ?? [])
      expect.soft(find(letter.codePointAt(0) ?? 0, true), letter).toBeDefined();
  });

  /** Returns the outlines of a line with their places, from left to right. */
  function outlinesOf(text: string): { x: number; outline: string }[] {
    const box = { x: 0, y: 0, width: 500, lines: 1, lineHeight: 0 };
    const { markup } = writeText(text, box, { size: 30, isHeading: true, fill: '#fff' }, openFonts());
    return [...markup.text.matchAll(/<path transform="translate\((\S+) [^>]* d="([^"]+)"/g)].map(
      ([, x, outline = '']) => ({ x: Number(x), outline }),
    );
  }

  test('skips characters that no font has', () => {
    expect(outlinesOf('ab')).toHaveLength(2);
    expect(outlinesOf('a\u{1f1eb}\u{1f1f7}b\u{10fffd}')).toHaveLength(2);
  });

  test('shows Arabic digits from left to right', () => {
    const shapes = (text: string) => outlinesOf(text).map(({ outline }) => outline);
    expect(shapes('١٢٣')).toEqual(['١', '٢', '٣'].flatMap(shapes));
  });

  test('shows an opening bracket beside its word, even from right to left', () => {
    const placesIn = (text: string) => outlinesOf(text).map(({ x }) => x);
    const [word = 0, bracket = 0] = placesIn('ب (i');
    const [, next = 0] = placesIn('ii');
    expect(bracket - word).toBeCloseTo(next);
  });

  test.each([
    ['1 0 0', '#ffffff'],
    ['0 0 0', '#000000'],
    ['0.628 0.2577 29.23', '#ff0000'],
    ['0.452 0.3132 264.05', '#0000ff'],
  ])('converts the colour %s to %s', (oklch, hex) => {
    expect(oklchToHex(oklch)).toBe(hex);
  });
});
