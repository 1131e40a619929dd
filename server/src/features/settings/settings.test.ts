import * as contract from '@zapdeck/contract/instance/settings';
import { defaultAdvertisement, defaultAlgorithm, defaultWeights } from '@zapdeck/contract/instance/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { eq } from 'drizzle-orm';
import { settings } from '../../db/schema/settings.table.ts';
import { advertisementKind, algorithmKind, weightsKind } from './kinds.ts';
import { isActiveKind, readValues } from './settings.ts';

let t: TestApp;
let admin: Person;
beforeEach(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  t.clock.advance(1_000);
});
afterEach(() => t.close());

const weights = { upvoteWeight: 3, downvoteWeight: -1.5, viewWeight: 0, timeWeight: 2 };

test('settings have defaults', async () => {
  expect((await t.call(contract.adminFormulaWeights, {}, admin)).body).toEqual({
    ...defaultWeights,
    inForce: defaultWeights,
  });
  expect((await t.call(contract.adminAlgorithmParams, {}, admin)).body).toEqual(defaultAlgorithm);
  expect((await t.call(contract.adminAdvertisementConfig, {}, admin)).body).toEqual(defaultAdvertisement);
});

test('saved weights wait for the recalculation and the previous ones become history', async () => {
  const { id } = await t.addApp({ views: 10 });
  const before = (await t.readApp(id)).rankingScore;
  const { body } = await t.call(contract.saveFormulaWeights, { body: weights }, admin);
  expect(body).toEqual({ ...weights, inForce: defaultWeights });
  expect((await t.call(contract.adminFormulaWeights, {}, admin)).body).toEqual(body);
  expect((await t.readApp(id)).rankingScore).toBe(before);
  const isOfWeights = eq(settings.kind, 'weights');
  const rows = await t.deps.db.select().from(settings).where(isOfWeights).orderBy(settings.version);
  expect(rows).toMatchObject([
    { version: 1, isActive: false, values: defaultWeights },
    { version: 2, isActive: true, values: weights, savedBy: admin.user?.id, savedAt: t.clock.now },
  ]);

  await t.call(contract.recalculateRankings, { body: weights }, admin);
  expect((await t.call(contract.adminFormulaWeights, {}, admin)).body).toEqual({
    ...weights,
    inForce: weights,
  });
  expect((await t.readApp(id)).rankingScore).toBe(2);
});

test('a recalculation saves its weights', async () => {
  const other = { ...weights, upvoteWeight: 77 };
  await t.call(contract.recalculateRankings, { body: other }, admin);
  expect((await t.call(contract.adminFormulaWeights, {}, admin)).body).toEqual({ ...other, inForce: other });
});

test('saved feed parameters and advertisement settings apply at once', async () => {
  const params = { ...defaultAlgorithm, algorithmType: 'simple' as const, appsPerPage: 7 };
  await t.call(contract.saveAlgorithmParams, { body: params }, admin);
  expect(await readValues(t.deps.db, algorithmKind)).toEqual(params);
  const config = { enabled: true, zapsBetweenAds: 3 };
  await t.call(contract.saveAdvertisementConfig, { body: config }, admin);
  const member = await t.person('member');
  expect((await t.call(contract.advertisementConfig, {}, member)).body).toEqual(config);
});

test('of twelve concurrent saves, one is active', { tags: 'long' }, async () => {
  const kinds = [weightsKind, algorithmKind, advertisementKind];
  const versionsOf = ({ name }: { name: string }) => t.deps.db.$count(settings, eq(settings.kind, name));
  const count = async () => ({
    weights: await versionsOf(weightsKind),
    algorithm: await versionsOf(algorithmKind),
    ads: await versionsOf(advertisementKind),
  });
  const before = await count();
  const twelve = (save: (index: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: 12 }, (_, index) => save(index)));
  const answers = await Promise.all([
    twelve((index) =>
      t.call(contract.saveFormulaWeights, { body: { ...weights, upvoteWeight: index } }, admin),
    ),
    twelve((index) =>
      t.call(contract.saveAlgorithmParams, { body: { ...defaultAlgorithm, appsPerPage: index + 1 } }, admin),
    ),
    twelve((index) =>
      // Each differs from the active one, because unchanged values are not saved.
      t.call(contract.saveAdvertisementConfig, { body: { enabled: true, zapsBetweenAds: index + 9 } }, admin),
    ),
    twelve((index) =>
      t.call(contract.recalculateRankings, { body: { ...weights, viewWeight: index } }, admin),
    ),
  ]);
  // Slow machines may reject some with 503, which store nothing.
  for (const { status } of answers.flat()) expect([200, 503]).toContain(status);
  const [saved, algorithm, ads] = answers.map((kind) => kind.filter(({ status }) => status === 200).length);
  expect(saved).toBeGreaterThan(0);
  const after = await count();
  expect(after.weights - before.weights).toBeGreaterThanOrEqual(saved ?? 0);
  expect(after.algorithm - before.algorithm).toBe(algorithm);
  expect(after.ads - before.ads).toBe(ads);
  for (const kind of kinds) expect(await t.deps.db.$count(settings, isActiveKind(kind))).toBe(1);
});

test('the history has author and time, newest first, back to the defaults', async () => {
  const as = await t.person('admin', { firstName: 'Ada' });
  await t.call(contract.saveFormulaWeights, { body: weights }, as);
  await t.call(contract.saveAlgorithmParams, { body: { ...defaultAlgorithm, appsPerPage: 7 } }, as);
  await t.call(contract.saveAdvertisementConfig, { body: { enabled: true, zapsBetweenAds: 3 } }, as);
  const saved = {
    savedBy: { firstName: 'Ada', email: as.user?.email },
    savedAt: t.clock.now.toISOString(),
    isActive: true,
  };
  const first = { savedBy: null, isActive: false };
  const query = { query: {} };
  const { body, headers } = await t.call(contract.weightsHistory, query, as);
  expect(body).toMatchObject([
    { ...saved, values: weights },
    { ...first, values: defaultWeights },
  ]);
  expect(headers['x-total-count']).toBe('2');
  expect((await t.call(contract.algorithmHistory, query, as)).body).toMatchObject([
    { ...saved, values: { appsPerPage: 7 } },
    { ...first, values: defaultAlgorithm },
  ]);
  expect((await t.call(contract.advertisementHistory, query, as)).body).toMatchObject([
    { ...saved, values: { zapsBetweenAds: 3 } },
    { ...first, values: defaultAdvertisement },
  ]);
});
