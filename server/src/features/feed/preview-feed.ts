import type { FeedPlace } from '@zapdeck/contract/previews';
import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { eq, inArray } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { apps } from '../apps/apps.table.ts';
import { users } from '../users/users.table.ts';
import { previewPage } from './feed.ts';

interface Wanted {
  /** Whose page; without one, that of somebody who has seen nothing. */
  userId: string | undefined;
  params: AlgorithmParams;
  now: Date;
}

/** The first page that the parameters would deal, each place with its reason. Refuses with `user_not_found`. */
export async function previewFeed(db: Db, { userId, params, now }: Wanted): Promise<FeedPlace[]> {
  if (userId !== undefined) {
    const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
    if (!user) throw new Refusal('user_not_found');
  }
  const places = await previewPage(db, userId ?? newId(), params, now);
  if (places.length === 0) return [];
  const ids = places.map(({ candidate }) => candidate.id);
  const rows = await db.select({ id: apps.id, title: apps.title }).from(apps).where(inArray(apps.id, ids));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return places.map(({ candidate, reason, categoryTurn }) => ({
    appId: candidate.id,
    title: titles.get(candidate.id) ?? '',
    category: candidate.category,
    score: candidate.score,
    upvotes: candidate.upvotes,
    reason,
    categoryTurn,
    lastViewedAt: candidate.lastViewedAt?.toISOString() ?? null,
  }));
}
