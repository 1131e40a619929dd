import type { FeedPlace } from '@zapdeck/contract/pictures/previews';
import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import { and, eq, inArray } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { seenApps } from '../../db/schema/interactions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { previewPage } from './feed.ts';
import type { OpenDeck } from './sources.ts';

/** Returns the first page that the parameters would deal, with reasons. Rejects with `user_not_found`. */
export async function previewFeed(
  db: Db,
  { deck, userId }: { deck: OpenDeck; userId: string | undefined },
  params: AlgorithmParams,
): Promise<FeedPlace[]> {
  if (userId !== undefined) {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new Refusal('user_not_found');
  }
  const viewerId = userId ?? newId();
  const places = await previewPage(db, deck, viewerId, params);
  if (places.length === 0) return [];
  const ids = places.flatMap(({ candidate: { id, because } }) =>
    because === undefined ? [id] : [id, because],
  );
  const rows = await db
    .select({
      id: apps.id,
      title: apps.title,
      score: apps.rankingScore,
      upvotes: apps.upvotes,
      lastViewedAt: seenApps.lastViewedAt,
    })
    .from(apps)
    .leftJoin(seenApps, and(eq(seenApps.appId, apps.id), eq(seenApps.userId, viewerId)))
    .where(inArray(apps.id, ids));
  const details = new Map(rows.map((row) => [row.id, row]));
  return places.flatMap(({ candidate, reason, categoryTurn }) => {
    const app = details.get(candidate.id);
    if (!app) return [];
    const { id: appId, lastViewedAt, ...shown } = app;
    const seenAt = lastViewedAt?.toISOString() ?? null;
    const lead = details.get(candidate.because ?? '');
    const because = lead ? { id: lead.id, title: lead.title } : null;
    const place = { reason, categoryTurn, lastViewedAt: seenAt, because };
    return [{ appId, ...shown, category: candidate.category, ...place }];
  });
}
