import * as contract from '@zapdeck/contract/moderation/moderation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { one } from '../../db/client.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { reviewReport } from '../review/reports/reports.ts';
import { changeCannedReason, createCannedReason, deleteCannedReason } from './canned-reasons.ts';
import { saveModerationSettings } from './moderation-settings.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const form = { label: 'For a moment', text: 'Please wait.' };
const save = (change: Partial<contract.ModerationSettings>) =>
  t.call(contract.saveModerationSettings, { body: { ...contract.defaultModeration, ...change } }, admin);

test('settings start with defaults, apply when saved and have a history with authors', async () => {
  const stored = async () => (await t.call(contract.adminModerationSettings, {}, admin)).body;
  expect(await stored()).toEqual(contract.defaultModeration);
  await save({ reportsToHold: 5, isDailyMailEnabled: false });
  const saved = { ...contract.defaultModeration, reportsToHold: 5, isDailyMailEnabled: false };
  expect(await stored()).toEqual(saved);
  const { body, headers } = await t.call(contract.moderationHistory, { query: {} }, admin);
  expect(headers['x-total-count']).toBe('2');
  expect(body).toMatchObject([
    { values: saved, savedBy: { firstName: 'Ada' }, isActive: true },
    { values: contract.defaultModeration, savedBy: null, isActive: false },
  ]);
  expect((await save({ reportsToHold: 0, hoursUntilMail: 1_000 })).error.fields).toEqual({
    reportsToHold: expect.any(String),
    hoursUntilMail: expect.any(String),
  });
});

test('an admin who loses the role during the request changes neither settings, reasons nor reports', async () => {
  const { user } = await t.person('member');
  const stamp = { actorId: user?.id ?? '', now: t.clock.now };
  const { db } = t.deps;
  const { id } = await createCannedReason(db, form, { ...stamp, actorId: admin.user?.id ?? '' });
  const report = one(
    await db
      .insert(reports)
      .values({ appId: (await t.addApp()).id, reportedBy: stamp.actorId, reason: 'Loud' })
      .returning(),
  );
  for (const attempt of [
    () => saveModerationSettings(db, { ...contract.defaultModeration, reportsToHold: 50 }, stamp),
    () => createCannedReason(db, { ...form, label: 'Mine' }, stamp),
    () => changeCannedReason(db, { id, form: { text: 'Mine' } }, stamp),
    () => deleteCannedReason(db, id, stamp),
    () => reviewReport(db, { id: report.id, status: 'dismissed' }, stamp),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
  await deleteCannedReason(db, id, { ...stamp, actorId: admin.user?.id ?? '' });
});

test('of twelve concurrent saves, one is active', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => save({ reportsToHold: index + 20 })),
  );
  // Slow machines may reject some with 503, which store nothing.
  for (const { status } of answers) expect([200, 503]).toContain(status);
  const { rows } = await t.deps.pool.query('SELECT FROM moderation_settings WHERE is_active');
  expect(rows).toHaveLength(1);
});

test('canned reasons have defaults and unique labels, and can be added, changed and deleted', async () => {
  const list = async (query = {}) => (await t.call(contract.cannedReasons, { query }, admin)).body;
  const labels = async () => (await list()).map(({ label }) => label);
  expect(await labels()).toEqual([
    'Does not load',
    'Misleads people',
    'Needs an account',
    'Not for this deck',
    'Nothing to try',
    'Text does not fit',
  ]);
  const add = (label: string) =>
    t.call(contract.addCannedReason, { body: { label, text: 'Please wait.\r\nWe will see.' } }, admin);
  const { body: added } = await add('come back later');
  expect(added).toEqual({
    id: expect.any(String),
    label: 'come back later',
    text: 'Please wait.\nWe will see.',
  });
  expect((await labels())[0]).toBe('come back later');
  expect(await list({ limit: 1, offset: 1 })).toMatchObject([{ label: 'Does not load' }]);

  expect((await add('COME back later')).error).toMatchObject({
    code: 'label_taken',
    fields: { label: 'A reason with this name already exists.' },
  });
  const change = (id: string, body: { label?: string; text?: string }) =>
    t.call(contract.editCannedReason, { params: { id }, body }, admin);
  expect((await change(added.id, { label: 'does NOT load' })).error.code).toBe('label_taken');
  expect((await change(added.id, { text: 'Later.' })).body).toEqual({ ...added, text: 'Later.' });
  const remove = () => t.call(contract.deleteCannedReason, { params: { id: added.id } }, admin);
  expect((await remove()).status).toBe(204);
  expect((await remove()).error.code).toBe('canned_reason_not_found');
  expect((await change(added.id, { text: 'x' })).error.code).toBe('canned_reason_not_found');
  expect(await labels()).toHaveLength(6);
});
