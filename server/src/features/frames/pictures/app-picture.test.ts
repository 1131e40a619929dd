import { allowAppPicture } from '@zapdeck/contract/pictures/app-pictures';
import * as contract from '@zapdeck/contract/apps/apps';
import { auditLog as readAuditLog } from '@zapdeck/contract/instance/audit-log';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { pictures } from '../../../db/schema/pictures.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import type { LinePlace } from '../../../pictures/fair-line.ts';
import { redPicture, svg } from '../../../pictures/hostile-pictures.fixture.ts';
import type { PictureMaker } from '../../../pictures/picture-maker.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { purgePictures, readPicture } from '../../pictures/pictures.ts';
import { lookForPicture } from './app-picture.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { checkApp } from '../checks/frame-check.ts';
import { PictureSources } from './find-picture.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { clearJobs } from '../../../testing/queued-jobs.ts';

const DAY_MS = 24 * 3_600_000;
const HEAD = '<meta property="og:image" content="/og.png"><meta name="theme-color" content="#204080">';

const ownSources = {
  given: null,
  images: ['http://page.example.com/og.png'],
  icons: [],
  manifest: null,
  colour: null,
};

let net: SmallInternet;
let t: TestApp;
let admin: Person;
let [large, small]: Buffer[] = [];
/** Responses of page.example.com by path: a file or a status. 0 is a truncated file. */
let files: Record<string, Buffer | string | number | undefined>;
let requested: string[];

beforeAll(async () => {
  [large, small] = await Promise.all([
    redPicture(1200, 630).png().toBuffer(),
    redPicture(192, 192).png().toBuffer(),
  ]);
  net = await openSmallInternet();
  for (const name of ['page', 'other'])
    net.names.set(`${name}.example.com`, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, ({ url = '' }, response) => {
    requested.push(url);
    const file = files[url];
    if (file === undefined) return void response.writeHead(404).end();
    if (file === 0)
      return void response
        .writeHead(200, { 'content-length': 9_999_999 })
        .write('\x89PNG\r\n', () => response.destroy());
    if (typeof file === 'number')
      return void response.writeHead(file, { location: 'http://10.0.0.1/x.png' }).end();
    response
      .writeHead(200, { 'content-type': typeof file === 'string' ? 'text/html' : 'image/png' })
      .end(file);
  });
  t = await openTestApp({ fetchPublic: net.fetchWith(), env: { PUBLIC_URL: 'http://zaps.example.org' } });
});
afterAll(async () => {
  expect(net.canary.touched()).toBe(0);
  await t.close();
  await net.close();
});
beforeEach(async () => {
  admin = await t.person('admin');
  requested = [];
  files = { '/': HEAD, '/og.png': large };
  await t.deps.db.delete(apps);
  await t.deps.db.delete(pictures);
});

const addApp = (values: Partial<typeof apps.$inferInsert> = {}) =>
  t.addApp({ url: 'http://page.example.com/', ...values });
const finder = () => ({ ...t.deps, rules: urlRulesOf(t.deps.config) });

/** Checks the page and runs the picture job that the check queued. */
async function check(id: string): Promise<typeof apps.$inferSelect> {
  await checkApp(t.deps.db, await t.readApp(id), { ...finder() });
  for (const { name, data } of await t.deps.jobs.readWaiting(t.deps.db)) {
    if (name !== 'picture') continue;
    const { appId, sources } = data as { appId: string; sources: unknown };
    await lookForPicture(t.deps.db, { appId, sources: PictureSources.parse(sources) }, finder(), t.clock.now);
  }
  await clearJobs(t.deps.pool);
  return t.readApp(id);
}

const fileOf = (picture: string | null, width: 160 | 480 | 960 = 960) =>
  t.app.inject({ url: picturePath(picture ?? '', width) });
const sizeOf = async (picture: string | null) => sharp((await fileOf(picture)).rawPayload).metadata();

describe('the picture of an app', () => {
  test('is drawn from the image of its page and served by us', async () => {
    const { id } = await addApp();
    const app = await check(id);
    expect(app).toMatchObject({ colour: '#204080', thumbnailUrl: null });
    const response = await fileOf(app.picture, 480);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 });
    const tag = String(response.headers['etag']);
    const again = await t.app.inject({
      url: picturePath(app.picture ?? '', 480),
      headers: { 'if-none-match': tag },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': response.headers['cache-control'] });
    const liked = await t.call(contract.adminApps, { query: {} }, admin);
    expect(liked.body[0]).toMatchObject({ picture: app.picture, colour: '#204080', isPictureAllowed: true });
  });

  test('is stored once for equal content', async () => {
    const [one, other] = [await addApp(), await addApp({ url: 'http://other.example.com/' })];
    expect((await check(one.id)).picture).toBe((await check(other.id)).picture);
    expect(await t.deps.db.$count(pictures)).toBe(1);
  });

  test('is the largest icon on the colour of the page if no image is wide enough', async () => {
    files = {
      '/': `${HEAD}<link rel=icon sizes=64x64 href=/64.png><link rel=apple-touch-icon href=/apple.png>`,
      '/og.png': small,
      '/apple.png': small,
    };
    const { picture } = await check((await addApp()).id);
    expect(await sizeOf(picture)).toMatchObject({ width: 960, height: 504 });
    expect(requested).toEqual(['/', '/og.png', '/apple.png']);
  });

  test('can be an icon of the manifest, with its colour if the page has none', async () => {
    files = {
      '/': '<link rel=manifest href=/app.webmanifest>',
      '/app.webmanifest': JSON.stringify({ theme_color: 'teal', icons: [{ src: 'i.svg', sizes: 'any' }] }),
      '/i.svg': svg('<circle cx="50" cy="50" r="50" fill="white"/>'),
    };
    const app = await check((await addApp()).id);
    expect(app.colour).toBe('#008080');
    expect(await sizeOf(app.picture)).toMatchObject({ width: 960, height: 504 });
  });

  test('is missing without an image, but the colour of the page is stored', async () => {
    files = { '/': '<meta name="theme-color" content="tomato"><link rel=icon href=/tiny.ico>' };
    expect(await check((await addApp()).id)).toMatchObject({ picture: null, colour: '#ff6347' });
    expect(requested).toEqual(['/']);
  });

  test('is missing if an image takes too long to draw, without trying another one', async () => {
    files['/'] =
      `${HEAD}<meta property="og:image" content="/more.png"><link rel=apple-touch-icon href=/a.png>`;
    const places: LinePlace[] = [];
    const pictureMaker: PictureMaker = {
      make: async (_order, place) => {
        places.push(place);
        return { files: null, fault: 'too_slow' };
      },
      close: () => undefined,
    };
    const { deps } = t;
    t.deps = { ...deps, pictureMaker };
    const app = await check((await addApp()).id);
    t.deps = deps;
    expect(app.picture).toBeNull();
    expect(requested).toEqual(['/', '/og.png']);
    expect(places, 'the time counts for the maker').toEqual([{ owner: app.submittedBy, isJob: true }]);
  });

  test('can be the address in an uploaded file, even if it is smaller', async () => {
    files['/given.png'] = small;
    const app = await check((await addApp({ thumbnailUrl: 'http://page.example.com/given.png' })).id);
    expect(await sizeOf(app.picture)).toMatchObject({ width: 192 });
    expect(requested).toEqual(['/', '/given.png']);
  });

  test.each([
    'http://zaps.example.org/own.png',
    'http://10.0.0.1/p.png',
    'http://page.example.com:81/p.png',
    'data:image/png,x',
  ])('is missing if its address is not allowed: %s', async (picture) => {
    files['/'] = `<meta property="og:image" content="${picture}">`;
    expect((await check((await addApp()).id)).picture).toBeNull();
    expect(requested).toEqual(['/']);
  });

  test('is missing if its address redirects to a private address', async () => {
    files['/og.png'] = 302;
    expect((await check((await addApp()).id)).picture).toBeNull();
    expect(requested).toEqual(['/', '/og.png']);
  });

  test('is missing if it exceeds 5 MB', async () => {
    files['/og.png'] = Buffer.concat([large ?? Buffer.alloc(0), Buffer.alloc(5 * 1024 * 1024)]);
    expect((await check((await addApp()).id)).picture).toBeNull();
  });
});

describe('a later check', () => {
  test('replaces a changed picture, and does not decode an unchanged one again', async () => {
    const { id } = await addApp();
    const first = await check(id);
    requested = [];
    await check(id);
    expect(requested).toEqual(['/']);
    t.clock.advance(DAY_MS);
    const pictureMaker = { make: () => Promise.reject(new Error('decoded again')), close: () => undefined };
    const { deps } = t;
    t.deps = { ...deps, pictureMaker };
    expect(await check(id)).toMatchObject({ picture: first.picture, updatedAt: first.updatedAt });
    t.deps = deps;
    expect(requested).toEqual(['/', '/', '/og.png']);
    t.clock.advance(DAY_MS);
    files['/og.png'] = await redPicture(900, 600).png().toBuffer();
    const later = await check(id);
    expect(later.picture).not.toBe(first.picture);
    // Another picture address is fetched without waiting a day.
    files = { '/': '<meta property="og:image" content="/new.png">', '/new.png': large };
    expect(await check(id)).toMatchObject({ picture: first.picture, colour: null });
    files['/'] = 'no picture';
    expect((await check(id)).picture).toBeNull();
  });

  test('keeps the last picture while its server is down, if the app stays on the host', async () => {
    const { id } = await addApp();
    const { picture } = await check(id);
    t.clock.advance(DAY_MS);
    files['/og.png'] = 503;
    expect((await check(id)).picture).toBe(picture);
    requested = [];
    await check(id);
    expect(requested, 'requested again by the next check').toEqual(['/', '/og.png']);
    files['/og.png'] = 0;
    expect((await check(id)).picture, 'truncated').toBe(picture);
    await t.deps.db.update(apps).set({ url: 'http://other.example.com/' });
    expect((await check(id)).picture).toBeNull();
  });

  test('drops a picture of an address that has changed since', async () => {
    const { id } = await addApp();
    const { fetchPublic } = t.deps;
    const moving: typeof fetchPublic = async (url, wanted) => {
      await t.deps.db.update(apps).set({ url: 'http://other.example.com/' });
      return fetchPublic(url, wanted);
    };
    await lookForPicture(
      t.deps.db,
      { appId: id, sources: ownSources },
      { ...finder(), fetchPublic: moving },
      t.clock.now,
    );
    expect((await t.readApp(id)).picture).toBeNull();
  });

  test('deletes an unused picture after a day, and never a used one', async () => {
    const isStored = async (name: string | null) =>
      (await readPicture(t.deps.db, name ?? '', 160)) !== undefined;
    const { id } = await addApp({ status: 'pending' });
    const { picture } = await check(id);
    t.clock.advance(DAY_MS);
    files['/og.png'] = await redPicture(900, 600).png().toBuffer();
    const later = await check(id);
    await purgePictures(t.deps.db, t.clock.now);
    expect(await isStored(picture)).toBe(false);
    expect(await isStored(later.picture)).toBe(true);
    t.clock.advance(9 * DAY_MS);
    await purgePictures(t.deps.db, t.clock.now);
    expect(await isStored(later.picture)).toBe(true);
  });
});

describe('PUT /api/admin/apps/:id/picture', () => {
  const allow = (id: string, isAllowed: boolean) =>
    t.call(allowAppPicture, { params: { id }, body: { isAllowed } }, admin);

  test('removes the picture permanently, and logs it', async () => {
    const { id } = await addApp();
    const { picture } = await check(id);
    const { status, body } = await allow(id, false);
    expect([status, body.picture, body.isPictureAllowed]).toEqual([200, null, false]);
    expect((await fileOf(picture)).statusCode).toBe(404);
    t.clock.advance(DAY_MS);
    files['/'] = '<meta property="og:image" content="/og.png?again">';
    expect((await check(id)).picture).toBeNull();
    admin = await t.person('admin');
    await allow(id, false);
    const { body: entries } = await t.call(readAuditLog, { query: { action: 'app.picture' } }, admin);
    expect(entries.filter(({ targetId }) => targetId === id)).toEqual([
      expect.objectContaining({
        before: { isPictureAllowed: true, picture },
        after: { isPictureAllowed: false, picture: null },
      }),
    ]);
  });

  test('keeps a picture that another app shows', async () => {
    const [one, other] = [await addApp(), await addApp({ url: 'http://other.example.com/' })];
    const { picture } = await check(one.id);
    await check(other.id);
    await allow(one.id, false);
    expect((await fileOf(picture)).statusCode).toBe(200);
    expect((await t.readApp(other.id)).picture).toBe(picture);
  });

  test('allows a picture again, which the next check finds', async () => {
    const { id } = await addApp();
    const { picture } = await check(id);
    await allow(id, false);
    expect((await allow(id, true)).body.isPictureAllowed).toBe(true);
    expect((await t.readApp(id)).frameCheckDueAt).toEqual(t.clock.now);
    expect((await check(id)).picture).toBe(picture);
  });

  test('prevents storing a picture that is being fetched', async () => {
    const { id } = await addApp();
    const { fetchPublic } = t.deps;
    const late: typeof fetchPublic = async (url, wanted) => {
      await allow(id, false);
      return fetchPublic(url, wanted);
    };
    await lookForPicture(
      t.deps.db,
      { appId: id, sources: ownSources },
      { ...finder(), fetchPublic: late },
      t.clock.now,
    );
    expect((await t.readApp(id)).picture).toBeNull();
  });

  test('prevents storing a picture that has just been fetched', async () => {
    const { id } = await addApp();
    const [admins, looker] = await Promise.all([t.deps.pool.connect(), t.deps.pool.connect()]);
    try {
      await looker.query('SET lock_timeout = 0');
      await admins.query('BEGIN');
      await admins.query('UPDATE apps SET updated_at = now() WHERE id = $1', [id]);
      await admins.query('INSERT INTO picture_looks (app_id, is_allowed) VALUES ($1, false)', [id]);
      const looking = lookForPicture(
        drizzle(looker),
        { appId: id, sources: ownSources },
        finder(),
        t.clock.now,
      );
      await untilBlocked(t.deps.pool);
      await admins.query('COMMIT');
      await looking;
    } finally {
      for (const client of [admins, looker]) client.release(true);
    }
    expect((await t.readApp(id)).picture).toBeNull();
  });

  test('rejects an unknown app with app_not_found', async () => {
    expect((await allow('0198a3b0-0000-7000-8000-000000000000', false)).error.code).toBe('app_not_found');
  });
});

test.each([
  '/pictures/x',
  `/pictures/${'0'.repeat(32)}-160.webp`,
  `/pictures/${'0'.repeat(32)}-161.webp`,
  '/pictures/..%2fx',
])('%s returns 404', async (url) => {
  const response = await t.app.inject({ url });
  expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('deleting the app also deletes the record of the last search', async () => {
  const { id } = await addApp();
  await check(id);
  expect(await t.deps.db.$count(pictureLooks, eq(pictureLooks.appId, id))).toBe(1);
  await t.deps.db.delete(apps).where(eq(apps.id, id));
  expect(await t.deps.db.$count(pictureLooks)).toBe(0);
});
