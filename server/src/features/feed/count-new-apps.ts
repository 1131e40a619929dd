import {
  type countNewApps as countNewAppsRoute,
  NEW_APPS_MAX,
  RETURN_AFTER_MS,
} from '@zapdeck/contract/apps/new-apps';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { and, eq, gt, inArray, isNull, max, or } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { readFirstApps } from './first-apps.ts';
import { readStart } from './candidates.ts';

/** Counts the apps approved since a member's last view, if that view was at least eight hours ago. */
export async function countNewApps(
  db: Db,
  viewerId: string,
  now: Date,
): Promise<ResponseOf<typeof countNewAppsRoute>> {
  const lastView = await db
    .select({ at: max(seenApps.lastViewedAt) })
    .from(seenApps)
    .where(eq(seenApps.userId, viewerId));
  const since = one(lastView).at;
  if (!since || now.getTime() - since.getTime() < RETURN_AFTER_MS) return { since: null, count: 0 };
  // The deck must begin with the counted apps, so the count uses the candidates of the deck.
  const start = await readStart(db, viewerId);
  const { readsLanguages } = start;
  const [ids = []] = await readFirstApps(db, [{ kind: 'new', value: null }], {
    ...start,
    limit: NEW_APPS_MAX,
  });
  const isNew = gt(apps.approvedAt, since);
  const isRead = readsLanguages
    ? or(isNull(apps.language), inArray(apps.language, [...readsLanguages]))
    : undefined;
  const count = await db.$count(apps, and(isOneOf(apps.id, ids), isNew, isRead));
  return { since: since.toISOString(), count };
}
