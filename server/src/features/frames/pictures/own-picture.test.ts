import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { allowAppPicture } from '@zapdeck/contract/pictures/app-pictures';
import type { OwnApp } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import {
  PICTURE_MAX_BYTES,
  pictureTypes,
  removeAppPicture,
  uploadAppPicture,
} from '@zapdeck/contract/apps/change-own-app';
import type { ErrorBody } from '@zapdeck/contract/wire/errors';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blackPng, hugeGif, redPicture, svg } from '../../../pictures/hostile-pictures.fixture.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { purgePictures } from '../../pictures/pictures.ts';
import { lookForPicture, takeLook } from './app-picture.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';

let t: TestApp;
let maker: Person;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  maker = await t.person('member');
  admin = await t.person('admin');
});
afterAll(() => t.close());

const addOwn = () => t.addApp({ submittedBy: maker.user?.id ?? '' });

async function upload(id: string, bytes: Buffer | string, type = 'image/png', as = maker) {
  const response = await t.app.inject({
    method: uploadAppPicture.method,
    url: uploadAppPicture.path.replace(':id', id),
    headers: { origin: t.deps.config.publicUrl, 'content-type': type },
    cookies: as.cookies,
    payload: bytes,
  });
  return { ...response.json<Omit<OwnApp, 'status'> & ErrorBody>(), status: response.statusCode };
}

test('an upload of any type is redrawn, and replaces the picture of the page for good', async () => {
  const { id } = await addOwn();
  const red = redPicture(1200, 630);
  const kinds: [string, Buffer][] = [
    ['image/png', await red.clone().png().toBuffer()],
    ['image/jpeg', await red.clone().jpeg().toBuffer()],
    ['image/webp', await red.clone().webp({ quality: 40 }).toBuffer()],
    ['image/avif', await red.clone().avif({ effort: 0 }).toBuffer()],
    ['image/svg+xml', Buffer.from(svg('<rect width="100" height="100" fill="#2040d0"/>'))],
  ];
  const names = new Set<string | null>();
  for (const [type, bytes] of kinds) {
    t.clock.advance(1_000);
    const { status, picture, isPictureOwn } = await upload(id, bytes, type);
    expect([type, status, isPictureOwn]).toEqual([type, 200, true]);
    const { rawPayload } = await t.app.inject({ url: picturePath(picture ?? '', 960) });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 960 });
    names.add(picture);
  }
  expect(names.size).toBeGreaterThan(1);
  const { picture } = await t.readApp(id);
  const sources = {
    given: null,
    images: ['http://x.example.org/og.png'],
    icons: [],
    manifest: null,
    colour: null,
  };
  expect(await takeLook(t.deps.db, id, sources, t.clock.now)).toBe(false);
  const { fetchPublic, pictureMaker, config } = t.deps;
  const finder = { fetchPublic, pictureMaker, rules: urlRulesOf(config) };
  await lookForPicture(t.deps.db, { appId: id, sources }, finder, t.clock.now);
  expect((await t.readApp(id)).picture).toBe(picture);
});

test('rejects files that are no pictures or too large, with a message', async () => {
  const { id } = await addOwn();
  const refusals: [string, Buffer | string, RegExp][] = [
    ['text', 'hello', /cannot be read/],
    ['41 megapixels', blackPng(6_500, 6_400, { bytes: 10 }), /40 megapixels/],
    ['a decompression bomb', hugeGif(), /40 megapixels|cannot be read/],
    ['an SVG with entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('<rect/>')}`, /cannot be read/],
    ['a small picture', await redPicture(200, 100).png().toBuffer(), /320 pixels/],
  ];
  for (const [name, bytes, words] of refusals) {
    const { status, code, fields } = await upload(id, bytes);
    expect([name, status, code]).toEqual([name, 400, 'invalid_input']);
    expect(fields?.['picture']).toMatch(words);
  }
  expect(await upload(id, Buffer.alloc(PICTURE_MAX_BYTES + 1))).toMatchObject({
    status: 413,
    code: 'body_too_large',
  });
  expect(await upload(id, '{}', 'application/json')).toMatchObject({ status: 415 });
  expect(await upload(id, 'x', 'image/gif')).toMatchObject({
    status: 415,
    code: 'unsupported_media_type',
    message: `Send the file as the body, with one of these types: ${pictureTypes.join(', ')}.`,
  });
  expect(await upload(id, 'x', 'image/png', await t.person('member'))).toMatchObject({
    code: 'app_not_found',
  });
  expect((await t.readApp(id)).picture).toBeNull();
});

test('lists an upload and its removal as changes that moderators can accept or undo', async () => {
  const { id } = await addOwn();
  const seen = async () =>
    (await t.call(changedApps, { query: {} }, admin)).body.find(({ app }) => app.id === id);
  const { picture } = await upload(id, await redPicture(640, 400).png().toBuffer());
  const change = await seen();
  expect(change?.changes).toEqual([{ field: 'picture', before: null, after: picture, isWaiting: false }]);
  const accept = { decision: 'accept', updatedAt: change?.seenAt ?? '' } as const;
  expect((await t.call(decideChanges, { params: { id }, body: accept }, admin)).status).toBe(200);
  t.clock.advance(1_000);
  const removed = await t.call(removeAppPicture, { params: { id } }, maker);
  expect(removed.body).toMatchObject({ picture: null, isPictureOwn: false });
  t.clock.advance(48 * 3_600_000);
  await purgePictures(t.deps.db, t.clock.now);
  t.clock.advance(-48 * 3_600_000);
  const removal = await seen();
  expect(removal?.changes).toEqual([{ field: 'picture', before: picture, after: null, isWaiting: false }]);
  const refuse = { decision: 'refuse', updatedAt: removal?.seenAt ?? '' } as const;
  const back = await t.call(decideChanges, { params: { id }, body: refuse }, admin);
  expect(back.body).toMatchObject({ picture, isPictureOwn: true, changedAt: null });
  const { body } = await t.call(auditLog, { query: { action: 'app.changed' } }, admin);
  expect(body.filter(({ targetId }) => targetId === id)).toHaveLength(2);
});

test('an admin can remove the picture permanently', async () => {
  const { id } = await addOwn();
  const bytes = await redPicture(500, 400).png().toBuffer();
  const { picture } = await upload(id, bytes);
  const allow = (isAllowed: boolean) =>
    t.call(allowAppPicture, { params: { id }, body: { isAllowed } }, admin);
  expect((await allow(false)).body).toMatchObject({ picture: null, isPictureOwn: false, changedAt: null });
  expect((await t.app.inject({ url: picturePath(picture ?? '', 160) })).statusCode).toBe(404);
  expect(await upload(id, bytes)).toMatchObject({ status: 409, code: 'picture_not_allowed' });
  await allow(true);
  expect((await upload(id, bytes)).status).toBe(200);
});
