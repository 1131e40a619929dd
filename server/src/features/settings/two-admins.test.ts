import { defaultInstance, adminInstance, saveInstance } from '@zapdeck/contract/instance/instance';
import { legalText, saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import * as contract from '@zapdeck/contract/instance/settings';
import { defaultAlgorithm, VERSION_HEADER } from '@zapdeck/contract/instance/settings';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  t = await openTestApp();
  ada = await t.person('admin', { firstName: 'Ada' });
  ben = await t.person('admin', { firstName: 'Ben' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const versionIn = ({ headers }: { headers: Record<string, unknown> }) => Number(headers[VERSION_HEADER]);

const saveParams = (change: Partial<BodyOf<typeof contract.saveAlgorithmParams>>, as: Person) =>
  t.call(contract.saveAlgorithmParams, { body: { ...defaultAlgorithm, ...change } }, as);
const readParams = () => t.call(contract.adminAlgorithmParams, {}, ada);

describe('of two admins who have read the same version', () => {
  beforeEach(async () => {
    await saveParams({}, ada);
  });

  test('the second one is told what the first one has changed, and stores nothing', async () => {
    const version = versionIn(await readParams());
    const first = await saveParams({ appsPerPage: 9, freshContentPriority: 70, version }, ada);
    expect([first.status, versionIn(first)]).toEqual([200, version + 1]);
    const second = await saveParams({ appsPerPage: 30, version }, ben);
    expect([second.status, second.error.code]).toEqual([409, 'settings_changed']);
    expect(second.error.changes).toEqual({ appsPerPage: 9, freshContentPriority: 70 });
    expect((await readParams()).body).toEqual({
      ...defaultAlgorithm,
      appsPerPage: 9,
      freshContentPriority: 70,
    });
  });

  test('the second one saves with the new version', async () => {
    const version = versionIn(await readParams());
    await saveParams({ appsPerPage: 9, version }, ada);
    const { status, body } = await saveParams({ appsPerPage: 30, version: version + 1 }, ben);
    expect([status, body]).toEqual([200, { ...defaultAlgorithm, appsPerPage: 30 }]);
  });

  test('the second one may save the same values', async () => {
    const version = versionIn(await readParams());
    await saveParams({ appsPerPage: 9, version }, ada);
    const same = await saveParams({ appsPerPage: 9, version }, ben);
    expect([same.status, versionIn(same)]).toEqual([200, version + 1]);
  });

  test('each is refused who names a version that never was', async () => {
    const { error } = await saveParams({ appsPerPage: 9, version: 1_000_000 }, ada);
    expect([error.code, error.changes]).toEqual(['settings_changed', { appsPerPage: 20 }]);
  });

  test('a program without a version overwrites', async () => {
    await saveParams({ appsPerPage: 9 }, ada);
    expect((await saveParams({ maxDiversityPool: 50 }, ben)).status).toBe(200);
    expect((await readParams()).body).toEqual({ ...defaultAlgorithm, maxDiversityPool: 50 });
  });
});

describe('forms that share the settings of the instance', () => {
  const save = (body: BodyOf<typeof saveInstance>, as: Person) => t.call(saveInstance, { body }, as);
  const readInstance = () => t.call(adminInstance, {}, ada);
  beforeEach(async () => {
    await save(defaultInstance, ada);
  });

  test('do not overwrite each other', async () => {
    const version = versionIn(await readInstance());
    expect((await save({ name: 'Toybox', version }, ada)).status).toBe(200);
    expect((await save({ guests: false, allowedDomains: ['a.example'], version }, ben)).status).toBe(200);
    const terms = { terms: { url: 'https://example.org/terms' } };
    expect((await save({ legal: terms, version }, ada)).status).toBe(200);
    const privacy = { privacy: { url: 'https://example.org/privacy' } };
    expect((await save({ legal: privacy, version }, ben)).status).toBe(200);
    expect((await readInstance()).body).toMatchObject({
      ...defaultInstance,
      name: 'Toybox',
      guests: false,
      allowedDomains: ['a.example'],
      legal: { ...defaultInstance.legal, ...terms, ...privacy },
    });
  });

  test('are refused for their own fields only, named by their paths', async () => {
    const version = versionIn(await readInstance());
    const landing = { heading: { en: 'Play' }, subtitle: {}, note: {} };
    await save({ name: 'Toybox', landing, tagline: { de: 'Spielen', en: 'Play' }, version }, ada);
    const { status, error } = await save({ name: 'Zoo', landing: defaultInstance.landing, version }, ben);
    expect([status, error.changes]).toEqual([409, { name: 'Toybox', 'landing.heading': { en: 'Play' } }]);
  });
});

test('a recalculation does not overwrite weights that another admin has saved', async () => {
  const read = () => t.call(contract.adminFormulaWeights, {}, ada);
  const version = versionIn(await read());
  const weights = { ...contract.defaultWeights, upvoteWeight: 7 };
  await t.call(contract.saveFormulaWeights, { body: { ...weights, version } }, ada);
  const recalculate = (body: BodyOf<typeof contract.recalculateRankings>) =>
    t.call(contract.recalculateRankings, { body }, ben);
  const { status, error } = await recalculate({ ...weights, upvoteWeight: 8, version });
  expect([status, error.changes]).toEqual([409, { upvoteWeight: 7 }]);
  expect((await read()).body).toEqual({ ...weights, inForce: contract.defaultWeights });
  expect((await recalculate({ ...weights, version: version + 1 })).status).toBe(200);
  expect((await read()).body).toEqual({ ...weights, inForce: weights });
});

test('a text of a legal page has a version of its own', async () => {
  const params = { page: 'imprint', language: 'en' } as const;
  const save = (text: string, version: number) =>
    t.call(saveLegalText, { params, body: { text, version } }, ben);
  const version = versionIn(await t.call(legalText, { params }, ada));
  expect(version).toBe(0);
  expect(versionIn(await save('One', version))).toBe(1);
  const { error } = await save('Two', version);
  expect([error.code, error.changes]).toEqual(['settings_changed', { text: 'One' }]);
});

test('of twelve concurrent saves of one version, one is stored', async () => {
  const version = versionIn(await readParams());
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => saveParams({ appsPerPage: index + 40, version }, ada)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(versionIn(await readParams())).toBe(version + 1);
});
