import { allowAppPicture } from '@zapdeck/contract/app-pictures';
import * as contract from '@zapdeck/contract/apps';
import { auditLog as readAuditLog } from '@zapdeck/contract/audit-log';
import { picturePath } from '@zapdeck/contract/picture-paths';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { pictures } from '../../../db/schema/pictures.table.ts';
import { pictureLooks } from '../../../db/schema/picture-looks.table.ts';
import type { Place } from '../../../pictures/fair-line.ts';
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
/** What page.example.com answers by path: a file, or a status; 0 is a file that breaks off. */
let files: Record<string, Buffer | string | number | undefined>;
let asked: string[];

beforeAll(async () => {
  [large, small] = await Promise.all([
    redPicture(1200, 630).png().toBuffer(),
    redPicture(192, 192).png().toBuffer(),
  ]);
  net = await openSmallInternet();
  for (const name of ['page', 'other'])
    net.names.set(`${name}.example.com`, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, ({ url = '' }, response) => {
    asked.push(url);
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
  asked = [];
  files = { '/': HEAD, '/og.png': large };
  await t.deps.db.delete(apps);
  await t.deps.db.delete(pictures);
});

const addApp = (values: Partial<typeof apps.$inferInsert> = {}) =>
  t.addApp({ url: 'http://page.example.com/', ...values });
const finder = () => ({ ...t.deps, rules: urlRulesOf(t.deps.config) });

/** The check and the work that it queued, as the job would do it. */
async function check(id: string): Promise<typeof apps.$inferSelect> {
  await checkApp(t.deps.db, await t.readApp(id), { ...finder() });
  for (const { name, data } of await t.deps.jobs.readWaiting(t.deps.db)) {
    if (name !== 'picture') continue;
    const { appId, sources } = data as { appId: string; sources: unknown };
    await lookForPicture(t.deps.db, { appId, sources: PictureSources.parse(sources) }, finder(), t.clock.now);
  }
  await t.deps.pool.query('DELETE FROM jobs.job');
  return t.readApp(id);
}

const fileOf = (picture: string | null, width: 160 | 480 | 960 = 960) =>
  t.app.inject({ url: picturePath(picture ?? '', width) });
const sizeOf = async (picture: string | null) => sharp((await fileOf(picture)).rawPayload).metadata();

describe('the picture of an app', () => {
  test('is the one by which its page shows itself, made anew and served by us', async () => {
    const { id } = await addApp();
    const app = await check(id);
    expect(app).toMatchObject({ colour: '#204080', thumbnailUrl: null });
    const answer = await fileOf(app.picture, 480);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 });
    const tag = String(answer.headers['etag']);
    const again = await t.app.inject({
      url: picturePath(app.picture ?? '', 480),
      headers: { 'if-none-match': tag },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(again.headers).toMatchObject({ etag: tag, 'cache-control': answer.headers['cache-control'] });
    const liked = await t.call(contract.adminApps, { query: {} }, admin);
    expect(liked.body[0]).toMatchObject({ picture: app.picture, colour: '#204080', isPictureAllowed: true });
  });

  test('the same content is kept once', async () => {
    const [one, other] = [await addApp(), await addApp({ url: 'http://other.example.com/' })];
    expect((await check(one.id)).picture).toBe((await check(other.id)).picture);
    expect(await t.deps.db.$count(pictures)).toBe(1);
  });

  test('is the largest icon, on the colour of the page, where nothing is wide enough', async () => {
    files = {
      '/': `${HEAD}<link rel=icon sizes=64x64 href=/64.png><link rel=apple-touch-icon href=/apple.png>`,
      '/og.png': small,
      '/apple.png': small,
    };
    const { picture } = await check((await addApp()).id);
    expect(await sizeOf(picture)).toMatchObject({ width: 960, height: 504 });
    expect(asked).toEqual(['/', '/og.png', '/apple.png']);
  });

  test('may be an icon of the manifest, whose colour counts where the page says none', async () => {
    files = {
      '/': '<link rel=manifest href=/app.webmanifest>',
      '/app.webmanifest': JSON.stringify({ theme_color: 'teal', icons: [{ src: 'i.svg', sizes: 'any' }] }),
      '/i.svg': svg('<circle cx="50" cy="50" r="50" fill="white"/>'),
    };
    const app = await check((await addApp()).id);
    expect(app.colour).toBe('#008080');
    expect(await sizeOf(app.picture)).toMatchObject({ width: 960, height: 504 });
  });

  test('is a cover in the colour of the page where there is none', async () => {
    files = { '/': '<meta name="theme-color" content="tomato"><link rel=icon href=/tiny.ico>' };
    expect(await check((await addApp()).id)).toMatchObject({ picture: null, colour: '#ff6347' });
    expect(asked).toEqual(['/']);
  });

  test('is none, and no more files are tried, where one takes too long to draw', async () => {
    files['/'] =
      `${HEAD}<meta property="og:image" content="/more.png"><link rel=apple-touch-icon href=/a.png>`;
    const places: Place[] = [];
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
    expect(asked).toEqual(['/', '/og.png']);
    expect(places, 'the time counts for the maker').toEqual([{ owner: app.submittedBy, isJob: true }]);
  });

  test('given by a file comes first, and may be smaller', async () => {
    files['/given.png'] = small;
    const app = await check((await addApp({ thumbnailUrl: 'http://page.example.com/given.png' })).id);
    expect(await sizeOf(app.picture)).toMatchObject({ width: 192 });
    expect(asked).toEqual(['/', '/given.png']);
  });

  test.each([
    'http://zaps.example.org/own.png',
    'http://10.0.0.1/p.png',
    'http://page.example.com:81/p.png',
    'data:image/png,x',
  ])('that breaks the rules for addresses is none: %s', async (picture) => {
    files['/'] = `<meta property="og:image" content="${picture}">`;
    expect((await check((await addApp()).id)).picture).toBeNull();
    expect(asked).toEqual(['/']);
  });

  test('that is reached by a redirect to a private address is none', async () => {
    files['/og.png'] = 302;
    expect((await check((await addApp()).id)).picture).toBeNull();
    expect(asked).toEqual(['/', '/og.png']);
  });

  test('of more than 5 MB is none', async () => {
    files['/og.png'] = Buffer.concat([large ?? Buffer.alloc(0), Buffer.alloc(5 * 1024 * 1024)]);
    expect((await check((await addApp()).id)).picture).toBeNull();
  });
});

describe('with time', () => {
  test('it changes when the app’s does, and the same bytes are not decoded again', async () => {
    const { id } = await addApp();
    const first = await check(id);
    asked = [];
    await check(id);
    expect(asked).toEqual(['/']);
    t.clock.advance(DAY_MS);
    const pictureMaker = { make: () => Promise.reject(new Error('decoded again')), close: () => undefined };
    const { deps } = t;
    t.deps = { ...deps, pictureMaker };
    expect(await check(id)).toMatchObject({ picture: first.picture, updatedAt: first.updatedAt });
    t.deps = deps;
    expect(asked).toEqual(['/', '/', '/og.png']);
    t.clock.advance(DAY_MS);
    files['/og.png'] = await redPicture(900, 600).png().toBuffer();
    const later = await check(id);
    expect(later.picture).not.toBe(first.picture);
    // Another address is looked at without waiting for the next day.
    files = { '/': '<meta property="og:image" content="/new.png">', '/new.png': large };
    expect(await check(id)).toMatchObject({ picture: first.picture, colour: null });
    files['/'] = 'nothing any more';
    expect((await check(id)).picture).toBeNull();
  });

  test('the last good one stays while its server is away, for as long as the app is on the same host', async () => {
    const { id } = await addApp();
    const { picture } = await check(id);
    t.clock.advance(DAY_MS);
    files['/og.png'] = 503;
    expect((await check(id)).picture).toBe(picture);
    asked = [];
    await check(id);
    expect(asked, 'asked again by the next check').toEqual(['/', '/og.png']);
    files['/og.png'] = 0;
    expect((await check(id)).picture, 'broken off').toBe(picture);
    await t.deps.db.update(apps).set({ url: 'http://other.example.com/' });
    expect((await check(id)).picture).toBeNull();
  });

  test('what was found for an address that has changed meanwhile is dropped', async () => {
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

  test('what no app shows is deleted after a day, and what one shows never', async () => {
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

  test('takes the picture away at once and for good, and says so in the audit log', async () => {
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

  test('what another app shows too stays there', async () => {
    const [one, other] = [await addApp(), await addApp({ url: 'http://other.example.com/' })];
    const { picture } = await check(one.id);
    await check(other.id);
    await allow(one.id, false);
    expect((await fileOf(picture)).statusCode).toBe(200);
    expect((await t.readApp(other.id)).picture).toBe(picture);
  });

  test('allows one again, which the next round of checks looks for', async () => {
    const { id } = await addApp();
    const { picture } = await check(id);
    await allow(id, false);
    expect((await allow(id, true)).body.isPictureAllowed).toBe(true);
    expect((await t.readApp(id)).frameCheckDueAt).toEqual(t.clock.now);
    expect((await check(id)).picture).toBe(picture);
  });

  test('taken away while one is looked for, it stays away', async () => {
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

  test('taken away while the one that was found waits to be stored, it stays away', async () => {
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
      await untilBlocked(admins);
      await admins.query('COMMIT');
      await looking;
    } finally {
      for (const client of [admins, looker]) client.release(true);
    }
    expect((await t.readApp(id)).picture).toBeNull();
  });

  test('an app that is not there', async () => {
    expect((await allow('0198a3b0-0000-7000-8000-000000000000', false)).error.code).toBe('app_not_found');
  });
});

test.each([
  '/pictures/x',
  `/pictures/${'0'.repeat(32)}-160.webp`,
  `/pictures/${'0'.repeat(32)}-161.webp`,
  '/pictures/..%2fx',
])('there is no picture at %s', async (url) => {
  const answer = await t.app.inject({ url });
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
});

test('a look leaves its note with the app, and goes with it', async () => {
  const { id } = await addApp();
  await check(id);
  expect(await t.deps.db.$count(pictureLooks, eq(pictureLooks.appId, id))).toBe(1);
  await t.deps.db.delete(apps).where(eq(apps.id, id));
  expect(await t.deps.db.$count(pictureLooks)).toBe(0);
});
