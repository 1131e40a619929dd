import * as contract from '@zapdeck/contract/instance/instance';
import { LOGO_FIELD, LOGO_MAX_BYTES } from '@zapdeck/contract/instance/instance';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { endlessSvg, hostileSvgs, redPicture, svg } from '../../pictures/hostile-pictures.fixture.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

const UPLOADS_MAX = 30;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(600_000));

async function upload(file: Buffer | string, as = admin, field = LOGO_FIELD, on = t) {
  const form = new FormData();
  form.append(field, new File([Buffer.from(file)], 'logo'));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return on.app.inject({
    method: 'PUT',
    url: contract.uploadLogo.path,
    headers: {
      origin: t.deps.config.publicUrl,
      'content-type': request.headers.get('content-type') ?? '',
    },
    cookies: as.cookies,
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

const logoNow = async () => (await t.call(contract.readInstance, {})).body.logo;

async function fileOf(logo: string | null, name: string) {
  const { statusCode, headers, rawPayload } = await t.app.inject({ url: `/logo/${logo}/${name}` });
  return { statusCode, headers, rawPayload };
}

const star = svg('<circle cx="50" cy="50" r="40" fill="#0a0"/>');

/** A green disc with a hole in the middle. */
const masked = svg(
  `<style>.w{fill:#fff}</style><mask id="m" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="100" height="100"><rect class="w" width="100" height="100"/><circle cx="50" cy="50" r="20"/></mask><circle cx="50" cy="50" r="40" fill="#0a0" mask="url(#m)"/>`,
);

const large = svg(`<path fill="#0a0" d="M0 0h90v90z${'l1 1'.repeat(1_200)}"/>`.repeat(200));

describe('an uploaded logo', () => {
  test.each([
    ['PNG', () => redPicture(300, 200).png().toBuffer()],
    ['JPEG', () => redPicture(300, 200).jpeg().toBuffer()],
    ['WebP', () => redPicture(300, 200).webp().toBuffer()],
    ['SVG', async () => Buffer.from(star)],
    ['SVG with a mask', async () => Buffer.from(masked)],
    ['SVG of almost 1 MB', async () => Buffer.from(large)],
  ])('is redrawn in all sizes: %s', async (_format, make) => {
    const response = await upload(await make());
    expect(response.statusCode).toBe(200);
    const logo = await logoNow();
    expect(response.json()).toMatchObject({ logo });
    const sizes = { '180.png': 180, '192.png': 192, '512.png': 512, 'maskable-512.png': 512 };
    for (const [name, size] of Object.entries(sizes)) {
      const { headers, rawPayload } = await fileOf(logo, name);
      expect(headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      });
      const isOnGround = name === '180.png' || name === 'maskable-512.png';
      expect(await sharp(rawPayload).metadata()).toMatchObject({
        format: 'png',
        width: size,
        height: size,
        hasAlpha: !isOnGround,
      });
    }
  });

  test('keeps its masks', async () => {
    await upload(masked);
    const { rawPayload } = await fileOf(await logoNow(), '192.png');
    const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const alphaAt = (x: number) => data[(96 * info.width + x) * info.channels + 3];
    expect([alphaAt(96), alphaAt(40)]).toEqual([0, 255]);
  });

  test('is shown on pages and in mails until it is removed', async () => {
    await upload(star);
    const logo = await logoNow();
    const page = (await t.app.inject({ url: '/discover' })).body;
    expect(page).toContain(`<link rel="icon" href="/logo/${logo}/192.png">`);
    const { body } = await t.call(contract.removeLogo, {}, admin);
    expect(body.logo).toBeNull();
    expect((await t.app.inject({ url: '/discover' })).body).not.toContain('/logo/');
    // Cached pages and installed apps load it.
    expect((await fileOf(logo, '192.png')).statusCode).toBe(200);
  });

  test('keeps the other settings, and records each change in history and audit log', async () => {
    const body = { ...contract.defaultInstance, name: 'Toybox' };
    await t.call(contract.saveInstance, { body }, admin);
    t.clock.advance(1_000);
    await upload(await redPicture(90, 90).png().toBuffer());
    const history = await t.call(contract.instanceHistory, { query: {} }, admin);
    expect(history.body[0]).toMatchObject({ values: { name: 'Toybox' }, isActive: true });
    const { rows } = await t.deps.pool.query('SELECT action FROM audit_log ORDER BY created_at DESC LIMIT 1');
    expect(rows).toEqual([{ action: 'instance.logo' }]);
    const countOf = async () =>
      (await t.deps.pool.query("SELECT FROM audit_log WHERE action = 'instance.logo'")).rowCount ?? 0;
    const before = await countOf();
    for (let time = 0; time < 2; time += 1) await t.call(contract.removeLogo, {}, admin);
    expect(await countOf()).toBe(before + 1);
  });
});

describe('a logo is refused if it is', () => {
  test.each([
    ['that is no picture', async () => 'hello', 'cannot be read'],
    ['that is HTML', async () => '<html><script>alert(1)</script></html>', 'cannot be read'],
    ['that is too small', () => redPicture(63, 20).png().toBuffer(), 'smaller than 64'],
    ['that reads files', async () => svg('<image href="file:///etc/passwd"/>'), 'cannot be read'],
    ['with filters', async () => hostileSvgs.feTurbulence(), 'cannot be read'],
    ['that refers to itself', async () => hostileSvgs['use of itself'](), 'cannot be read'],
  ])('not allowed: %s', async (_what, make, reason) => {
    const before = await logoNow();
    const response = await upload(await make());
    expect(response.statusCode).toBe(400);
    expect(response.json().fields.logo).toContain(reason);
    expect(await logoNow()).toBe(before);
  });

  test('larger than 1 MB', async () => {
    const response = await upload(Buffer.alloc(LOGO_MAX_BYTES + 1));
    expect(response.statusCode).toBe(413);
  });

  test('invalid, without counting for the limit of uploads', async () => {
    const limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
    const uploader = await limited.person('admin');
    for (let count = 0; count < UPLOADS_MAX + 1; count += 1)
      expect((await upload('hello', uploader, LOGO_FIELD, limited)).statusCode).toBe(400);
    expect((await upload(star, uploader, LOGO_FIELD, limited)).statusCode).toBe(200);
    await limited.close();
  });

  test('too slow to draw, with its own error code even on a busy machine', async () => {
    const response = await upload(endlessSvg());
    expect([response.statusCode, response.json().code]).toEqual([400, 'picture_too_slow']);
  });

  test('invalid, with a message in the admin’s language', async () => {
    const response = await upload('hello', { ...admin, cookies: { ...admin.cookies, lang: 'de' } });
    expect(response.json().fields.logo).toMatch(/^Diese Datei lässt sich nicht/);
  });

  test('in another field, of another type, or from a member', async () => {
    expect((await upload(star, admin, 'file')).statusCode).toBe(400);
    const plain = await t.app.inject({
      method: 'PUT',
      url: contract.uploadLogo.path,
      headers: { origin: t.deps.config.publicUrl, 'content-type': 'application/json' },
      cookies: admin.cookies,
      payload: '{}',
    });
    expect(plain.statusCode).toBe(415);
    expect((await upload(star, await t.person('member'))).statusCode).toBe(403);
  });
});

test('returns 404 for unknown logos and files', async () => {
  await upload(star);
  const logo = await logoNow();
  for (const [name, file] of [
    ['0'.repeat(32), '192.png'],
    [logo, '999.png'],
    [logo, '..%2f192.png'],
    ['x', '192.png'],
  ] as const)
    expect((await fileOf(name, file)).statusCode).toBe(404);
});
