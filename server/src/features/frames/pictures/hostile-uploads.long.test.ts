import { uploadAppPicture } from '@zapdeck/contract/apps/change-own-app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endlessSvg, hostileSvgs, redPicture } from '../../../pictures/hostile-pictures.fixture.ts';
import { createPictureMaker } from '../../../pictures/picture-maker.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

/** Maximum response time that users accept. */
const RESPONSE_MAX_MS = 60_000;

let t: TestApp;
let honest: Buffer;
beforeAll(async () => {
  // Uses the timeouts of production.
  t = await openTestApp({ pictureMaker: createPictureMaker() });
  honest = await redPicture(1200, 630).png().toBuffer();
});
afterAll(() => t.close());

async function addMaker() {
  const maker = await t.person('member');
  const { id } = await t.addApp({ submittedBy: maker.user?.id ?? '' });
  return { maker, id };
}

async function upload({ maker, id }: { maker: Person; id: string }, bytes: Buffer) {
  const begunAt = performance.now();
  const { statusCode, headers } = await t.app.inject({
    method: uploadAppPicture.method,
    url: uploadAppPicture.path.replace(':id', id),
    headers: { origin: t.deps.config.publicUrl, 'content-type': 'image/png' },
    cookies: maker.cookies,
    payload: bytes,
  });
  return { statusCode, retryAfter: headers['retry-after'], tookMs: performance.now() - begunAt };
}

/** Expects that an honest upload ends soon, or is soon rejected with Retry-After. */
async function expectServed(response: Awaited<ReturnType<typeof upload>>, name: string) {
  process.stdout.write(`${name}: ${response.statusCode} after ${response.tookMs.toFixed(0)} ms\n`);
  expect(response.tookMs).toBeLessThan(RESPONSE_MAX_MS);
  expect([200, 503]).toContain(response.statusCode);
  if (response.statusCode === 503) expect(Number(response.retryAfter)).toBeGreaterThan(0);
}

test('an upload succeeds during nine small hostile SVG files', async () => {
  const [other, hostile] = await Promise.all([addMaker(), addMaker()]);
  const files = Object.values<() => string>(hostileSvgs).slice(0, 9);
  const attacks = files.map((make) => upload(hostile, Buffer.from(make())));
  await expectServed(await upload(other, honest), 'beside nine hostile SVG files of one member');
  for (const { statusCode, tookMs } of await Promise.all(attacks)) {
    expect([400, 503]).toContain(statusCode);
    expect(tookMs).toBeLessThan(RESPONSE_MAX_MS);
  }
});

test.each([
  ['one member', 1],
  ['nine members', 9],
])('an upload succeeds during nine endless SVG files of %s', async (name, members) => {
  const other = await addMaker();
  const makers = await Promise.all(Array.from({ length: members }, addMaker));
  const endless = endlessSvg();
  const attacks = Array.from({ length: 9 }, (_, index) => upload(makers[index % members] ?? other, endless));
  await expectServed(await upload(other, honest), `beside nine endless SVG files of ${name}`);
  for (const { tookMs } of await Promise.all(attacks)) expect(tookMs).toBeLessThan(RESPONSE_MAX_MS);
});

test('a member who has used up the drawing time gets 429', async () => {
  const [other, hostile] = await Promise.all([addMaker(), addMaker()]);
  const endless = endlessSvg();
  const statuses: number[] = [];
  for (let count = 0; count < 40 && statuses.at(-1) !== 429; count += 1)
    statuses.push((await upload(hostile, endless)).statusCode);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.length).toBeGreaterThan(3);
  expect(await upload(hostile, honest)).toMatchObject({ statusCode: 429, retryAfter: '600' });
  await expectServed(await upload(other, honest), 'after a member used up the budget');
});
