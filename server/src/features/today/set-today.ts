import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { type DaySet, type nextToday, TODAY_AHEAD_DAYS } from '@zapdeck/contract/feed/today';
import { filled, message } from '@zapdeck/contract/wire/message';
import { and, asc, eq, gt } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { dailyPicks } from '../../db/schema/decks-by-jobs.table.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import { dayOf } from '../feed/deck-pages.ts';
import { findChoice } from './choose-today.ts';

const DAY_MS = 24 * 3_600_000;

/** Returns the app that Zapdeck would choose now for tomorrow, and the reason. */
export async function readNextChoice(db: Db, now: Date): Promise<ResponseOf<typeof nextToday>> {
  const { appId, reason } = await findChoice(db, dayOf(now.getTime() + DAY_MS));
  if (appId === undefined) return { app: null, reason };
  const [app] = await db
    .select({ id: apps.id, title: apps.title, status: apps.status })
    .from(apps)
    .where(eq(apps.id, appId));
  return { app: app ?? null, reason };
}

/** Returns the future days that admins have set, earliest first. */
export async function readDaysAhead(db: Db, now: Date): Promise<DaySet[]> {
  const rows = await db
    .select({ date: dailyPicks.day, app: { id: apps.id, title: apps.title, status: apps.status } })
    .from(dailyPicks)
    .leftJoin(apps, eq(apps.id, dailyPicks.appId))
    .where(gt(dailyPicks.day, dayOf(now.getTime())))
    .orderBy(asc(dailyPicks.day));
  return rows;
}

function refuseOtherDays(date: string, appId: string | null, now: Date): void {
  const today = dayOf(now.getTime());
  if (date < today)
    throw new Refusal('invalid_input', { fields: { date: message('Please choose today or a later day') } });
  if (date > dayOf(now.getTime() + TODAY_AHEAD_DAYS * DAY_MS))
    throw new Refusal('invalid_input', {
      fields: { date: filled('At most {max} days ahead', { max: TODAY_AHEAD_DAYS }) },
    });
  if (date === today && appId === null)
    throw new Refusal('invalid_input', { fields: { appId: message('Please choose an app for today') } });
}

interface DayChange {
  date: string;
  appId: string | null;
  /** App of the day that the admin saw. Undefined skips the comparison. */
  instead?: string | null | undefined;
}

/**
 * Sets the app of a day, or removes the setting. Rejects with `app_not_found`, `day_changed` if the app is not
 * `instead`, or `forbidden` if the admin has lost the role.
 */
export async function setToday(
  db: Db,
  { date, appId, instead }: DayChange,
  stamp: AdminStamp,
): Promise<DaySet> {
  refuseOtherDays(date, appId, stamp.now);
  return inTransaction(db, async (tx) => {
    await lockAdmin(tx, { id: stamp.actorId });
    await holdLock(tx, 'today');
    const [app] =
      appId === null
        ? []
        : await tx
            .select({ id: apps.id, title: apps.title, status: apps.status })
            .from(apps)
            .where(and(eq(apps.id, appId), eq(apps.status, 'approved')));
    if (appId !== null && !app)
      throw new Refusal('app_not_found', {
        fields: { appId: message('This app is not approved. Please choose another') },
      });
    const [before] = await tx.delete(dailyPicks).where(eq(dailyPicks.day, date)).returning();
    if (instead !== undefined && instead !== (before?.appId ?? null)) throw new Refusal('day_changed');
    if (app) {
      const chosenAt = date === dayOf(stamp.now.getTime()) ? stamp.now : null;
      await tx.insert(dailyPicks).values({ day: date, appId: app.id, chosenAt });
    }
    await recordAction(tx, stamp, {
      action: 'today.set',
      appId: app?.id,
      before: { date, appId: before?.appId ?? null },
      after: { date, appId },
    });
    return { date, app: app ?? null };
  });
}
