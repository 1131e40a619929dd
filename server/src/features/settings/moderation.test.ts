import * as contract from '@zapdeck/contract/moderation/moderation';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { one } from '../../db/client.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { reviewReport } from '../review/reports/reports.ts';
import { changeCannedReason, createCannedReason, deleteCannedReason } from './canned-reasons.ts';
import { moderationKind } from './kinds.ts';
import { saveSettings } from './settings.ts';

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
    () => saveSettings(db, moderationKind, { reportsToHold: 50 }, { ...stamp, action: 'moderation.saved' }),
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
  const { rows } = await t.deps.pool.query("SELECT FROM settings WHERE kind = 'moderation' AND is_active");
  expect(rows).toHaveLength(1);
});
