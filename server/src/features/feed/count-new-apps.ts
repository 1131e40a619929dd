import {
  type countNewApps as countNewAppsRoute,
  NEW_APPS_MAX,
  RETURN_AFTER_MS,
} from '@zapdeck/contract/new-apps';
import type { ResponseOf } from '@zapdeck/contract/route';
import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { and, eq, gt, max } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { isOneOf } from '../../db/is-one-of.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { run } from '../../db/statement.ts';
import { firstAppsStatement } from './candidates.ts';
import { readStart } from './start.ts';

/** Counts the apps that were approved since a member's last view, if that was eight hours ago or earlier. */
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
  // The cards of the deck itself, so that it begins with the apps that are counted.
  const deck = {
    deck: { kind: 'new', value: null } as const,
    start: await readStart(db, viewerId),
    params: { ...defaultAlgorithm, algorithmType: 'simple' as const },
    isRecycling: false,
    pages: 1,
  };
  const { ids } = one(await run<{ ids: string[][] }>(db, firstAppsStatement([deck], NEW_APPS_MAX)));
  const count = await db.$count(apps, and(isOneOf(apps.id, ids.flat()), gt(apps.approvedAt, since)));
  return { since: since.toISOString(), count };
}
