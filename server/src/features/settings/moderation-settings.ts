import type { ModerationSettings } from '@zapdeck/contract/moderation/moderation';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { eq } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { moderationSettings } from '../../db/schema/settings.table.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { type AdminStamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { listSaved } from './settings-history.ts';

const isActive = eq(moderationSettings.isActive, true);
const columns = {
  isHoldingEnabled: moderationSettings.isHoldingEnabled,
  reportsToHold: moderationSettings.reportsToHold,
  reporterAgeHours: moderationSettings.reporterAgeHours,
  holdsPerHour: moderationSettings.holdsPerHour,
  isDailyMailEnabled: moderationSettings.isDailyMailEnabled,
  hoursUntilMail: moderationSettings.hoursUntilMail,
};

export async function readModerationSettings(db: Db): Promise<ModerationSettings> {
  return one(await db.select(columns).from(moderationSettings).where(isActive));
}

/** Does nothing if the settings are unchanged. */
export async function saveModerationSettings(
  db: Db,
  settings: ModerationSettings,
  stamp: AdminStamp,
): Promise<ModerationSettings> {
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'settings');
    const before = await readModerationSettings(tx);
    const changed = differences(before, settings);
    if (!changed) return settings;
    const [retired] = await tx
      .update(moderationSettings)
      .set({ isActive: false })
      .where(isActive)
      .returning({ mailedOn: moderationSettings.mailedOn });
    await tx.insert(moderationSettings).values({
      ...settings,
      mailedOn: retired?.mailedOn ?? null,
      savedBy: stamp.actorId,
      createdAt: stamp.now,
    });
    await recordAction(tx, stamp, { action: 'moderation.saved', ...changed });
    return settings;
  });
}

export const listModerationSettings = (db: Db, page: PageQuery) =>
  listSaved(db, moderationSettings, columns, page);
