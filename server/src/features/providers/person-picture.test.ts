import { adminUsers } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pictures } from '../../db/schema/pictures.table.ts';
import { redPicture } from '../../pictures/hostile-pictures.fixture.ts';
import type { FetchPublic } from '../../urls/fetch-public.ts';
import { purgePictures } from '../pictures/pictures.ts';
import { personPictureJob } from './person-picture.job.ts';
import { openProviders, type ProvidersFixture } from './providers.fixture.ts';
import { clearJobs } from '../../testing/queued-jobs.ts';

const DAY_MS = 24 * 3_600_000;
let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());

/** Runs the waiting fetches, all with these bytes as response. Returns the addresses. */
async function fetchWaiting(body: Buffer): Promise<string[]> {
  const { deps } = web.t;
  const fetchPublic: FetchPublic = async (url) => ({
    page: { url, status: 200, headers: {}, body, isWhole: true, passed: [] },
    failure: null,
  });
  const asked: string[] = [];
  for (const { name, data } of await deps.jobs.readWaiting(deps.db)) {
    if (name !== personPictureJob.name) continue;
    const order = personPictureJob.data.parse(data);
    asked.push(order.url);
    const attempt = { id: order.userId, log: web.t.app.log, isStopping: () => false };
    await personPictureJob.run({ ...deps, fetchPublic }, order, attempt);
  }
  await clearJobs(deps.pool);
  return asked;
}

test('redraws the picture of a provider and serves only the copy', async () => {
  const photo = await redPicture(96, 96).png().toBuffer();
  web.nextPerson();
  const { google } = web.standIns;
  const comeIn = async (picture: string) => {
    google.person = { ...google.person, picture };
    const { cookies } = await web.signIn('google');
    return async () => (await web.whoIs(cookies))?.profileImageUrl;
  };
  const first = await comeIn('https://pictures.example.org/one');
  expect(await first()).toBeNull();
  expect(await fetchWaiting(photo)).toEqual(['https://pictures.example.org/one']);
  const shown = (await first()) ?? '';
  expect(shown).toMatch(/^\/pictures\/\w+-160\.webp$/);
  const file = await web.t.app.inject({ url: shown });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
  const { body } = await web.t.call(adminUsers, { query: {} }, await web.t.person('admin'));
  expect(body.map(({ profileImageUrl }) => profileImageUrl)).toEqual(expect.arrayContaining([shown]));

  // The picture is neither fetched again nor deleted.
  expect(await (await comeIn('https://pictures.example.org/one'))()).toBe(shown);
  expect(await fetchWaiting(photo)).toEqual([]);
  await purgePictures(web.t.deps.db, new Date(web.t.clock.now.getTime() + 2 * DAY_MS));
  expect(await web.t.deps.db.$count(pictures)).toBe(1);

  // A response that is no picture keeps the previous picture.
  const second = await comeIn('https://pictures.example.org/two');
  expect(await fetchWaiting(Buffer.from('<svg onload="steal()">'))).toEqual([
    'https://pictures.example.org/two',
  ]);
  expect(await second()).toBe(shown);
});
