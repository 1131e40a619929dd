import { withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { storePicture } from './pictures.ts';

let t: TestApp;
let maker: Person;
let admin: Person;
let picture: string;
let count = 0;
beforeAll(async () => {
  t = await openTestApp();
  maker = await t.person('member');
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  count += 1;
  const files = [160, 480, 960].map((width) => Buffer.from(`${count} ${width}`));
  picture = await storePicture(t.deps.db, files, t.clock.now);
});

const addApp = (status: AppRow['status']) => t.addApp({ status, picture, submittedBy: maker.user?.id ?? '' });
const ask = async (as: Person, headers: Record<string, string> = {}) => {
  const url = picturePath(picture, 160);
  const { statusCode, headers: answered, body } = await t.app.inject({ url, headers, cookies: as.cookies });
  return {
    status: statusCode,
    caching: answered['cache-control'],
    sharing: answered['cross-origin-resource-policy'],
    tag: String(answered['etag']),
    body,
  };
};
const setStatus = (id: string, status: AppRow['status']) =>
  t.deps.db.update(apps).set({ status }).where(eq(apps.id, id));

const PUBLIC = { status: 200, caching: 'public, max-age=31536000, immutable', sharing: 'cross-origin' };
const PRIVATE = { status: 200, caching: 'private, no-cache', sharing: 'same-origin' };
const NOT_FOUND = { status: 404, caching: 'no-store' };

describe.each(['pending', 'rejected'] as const)('the picture of an app that is %s', (status) => {
  test('is served to its maker and to admins, uncached', async () => {
    await addApp(status);
    for (const person of [maker, admin]) {
      const answer = await ask(person);
      expect(answer).toMatchObject(PRIVATE);
      const again = await ask(person, { 'if-none-match': answer.tag });
      expect(again).toMatchObject({ ...PRIVATE, status: 304, body: '' });
    }
  });

  test('returns 404 for others', async () => {
    await addApp(status);
    const { tag } = await ask(maker);
    for (const person of [visitor, await t.person('guest'), await t.person('member')]) {
      expect(await ask(person)).toMatchObject(NOT_FOUND);
      expect(await ask(person, { 'if-none-match': tag })).toMatchObject(NOT_FOUND);
    }
  });
});

test('a picture of an approved app is public and immutable', async () => {
  await addApp('approved');
  for (const person of [visitor, maker, admin]) expect(await ask(person)).toMatchObject(PUBLIC);
});

test('a picture is public while its app is approved', async () => {
  const { id } = await addApp('pending');
  expect(await ask(visitor)).toMatchObject(NOT_FOUND);
  await setStatus(id, 'approved');
  const { tag } = await ask(visitor);
  await setStatus(id, 'rejected');
  expect(await ask(visitor, { 'if-none-match': tag })).toMatchObject(NOT_FOUND);
  expect(await ask(maker)).toMatchObject(PRIVATE);
});

test('withdrawing an app hides its picture', async () => {
  const { id } = await addApp('approved');
  expect(await ask(visitor)).toMatchObject(PUBLIC);
  expect((await t.call(withdrawApp, { params: { id } }, maker)).status).toBe(200);
  expect(await ask(visitor)).toMatchObject(NOT_FOUND);
  expect(await ask(maker)).toMatchObject(PRIVATE);
});

test('a picture stays public while another approved app has it', async () => {
  const { id } = await addApp('approved');
  await addApp('rejected');
  expect(await ask(visitor)).toMatchObject(PUBLIC);
  await setStatus(id, 'rejected');
  expect(await ask(visitor)).toMatchObject(NOT_FOUND);
});

test('an unused picture is served only to admins', async () => {
  expect(await ask(maker)).toMatchObject(NOT_FOUND);
  expect(await ask(admin)).toMatchObject(PRIVATE);
});

test('the picture of a user is public', async () => {
  await t.person('member', { picture });
  expect(await ask(visitor)).toMatchObject(PUBLIC);
});

test('returns no picture for a suspended maker', async () => {
  const suspended = await t.person('member');
  await t.addApp({ status: 'pending', picture, submittedBy: suspended.user?.id ?? '' });
  expect(await ask(suspended)).toMatchObject(PRIVATE);
  await t.deps.db
    .update(users)
    .set({ suspendedAt: t.clock.now, suspendedReason: 'Spam' })
    .where(eq(users.id, suspended.user?.id ?? ''));
  expect(await ask(suspended)).toMatchObject(NOT_FOUND);
});
