import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { and, asc, count, desc, eq, gt, lt, max, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../apps/apps.table.ts';
import { seenApps } from '../interactions/interactions.table.ts';
import {
  type Deck,
  NEWCOMERS_MAX,
  type NormalDeck,
  type Position,
  type SemiSimpleDeck,
  type SimpleDeck,
} from './deck.ts';
import { type Candidate, type Candidates, NEWCOMER_VIEWS, newcomerShare, poolSize } from './recommend.ts';

// Written out, not parameters: only then are the partial indexes sure to fit, whatever the plan.
const isApproved = sql`${apps.status} = 'approved'`;
const isNewcomer = sql`${apps.views} < ${sql.raw(String(NEWCOMER_VIEWS))}`;
const scoreOrder = [desc(apps.rankingScore), desc(apps.createdAt), desc(apps.id)];
const upvotesOrder = [desc(apps.upvotes), desc(apps.createdAt), desc(apps.id)];

const columns = {
  id: apps.id,
  category: apps.category,
  score: apps.rankingScore,
  upvotes: apps.upvotes,
  createdAt: apps.createdAt,
  approvalNo: sql<number>`${apps.approvalNo}`.mapWith(apps.approvalNo),
};
const unseenColumns = { ...columns, lastViewedAt: sql<null>`NULL` };

const isoOf = (time: number): string => new Date(time).toISOString();

function below(column: PgColumn, [rank, createdAt, id]: Position): SQL {
  return sql`(${column}, ${apps.createdAt}, ${apps.id}) < (${rank}, ${isoOf(createdAt)}::timestamptz, ${id}::uuid)`;
}

/**
 * A scalar subquery, because it pins the plan: the order's index is walked and each row looked up. IS NOT TRUE and not
 * IS NULL, which the planner takes for so rare that it would rather sort the catalogue.
 */
function isUnseen(viewerId: string): SQL {
  return sql`(SELECT true FROM ${seenApps}
    WHERE ${seenApps.userId} = ${viewerId} AND ${seenApps.appId} = ${apps.id}) IS NOT TRUE`;
}

function isNotDealt(dealt: NormalDeck['dealt']): SQL | undefined {
  if (dealt.length === 0) return undefined;
  const categories = sql.param(dealt.map(([category]) => category));
  const scores = sql.param(dealt.map(([, [score]]) => score));
  const times = sql.param(dealt.map(([, [, createdAt]]) => isoOf(createdAt)));
  const ids = sql.param(dealt.map(([, [, , id]]) => id));
  return sql`(SELECT true
    FROM unnest(${categories}::text[], ${scores}::float8[], ${times}::timestamptz[], ${ids}::uuid[])
      AS dealt(category, score, created_at, id)
    WHERE dealt.category = ${apps.category}
      AND (${apps.rankingScore}, ${apps.createdAt}, ${apps.id}) >= (dealt.score, dealt.created_at, dealt.id)
    LIMIT 1) IS NOT TRUE`;
}

/** The best unseen apps that the deck has not dealt, by score. */
export function selectFresh(
  db: Db,
  viewerId: string,
  { frontier, dealt, newcomers }: NormalDeck,
  limit: number,
) {
  return db
    .select(unseenColumns)
    .from(apps)
    .where(
      and(
        isApproved,
        frontier ? below(apps.rankingScore, frontier) : undefined,
        isNotDealt(dealt),
        newcomers.length > 0
          ? sql`(${apps.approvalNo} = ANY(${sql.param(newcomers)}::bigint[])) IS NOT TRUE`
          : undefined,
        isUnseen(viewerId),
      ),
    )
    .orderBy(...scoreOrder)
    .limit(limit);
}

/** The unseen newcomers that the deck has not dealt, first approved first. */
export function selectNewcomers(
  db: Db,
  viewerId: string,
  { frontier, dealt, newcomers }: NormalDeck,
  limit: number,
) {
  return db
    .select(unseenColumns)
    .from(apps)
    .where(
      and(
        isApproved,
        isNewcomer,
        gt(apps.approvalNo, newcomers.at(-1) ?? 0),
        frontier ? below(apps.rankingScore, frontier) : undefined,
        isNotDealt(dealt),
        isUnseen(viewerId),
      ),
    )
    .orderBy(asc(apps.approvalNo))
    .limit(limit);
}

/** The apps seen before the deck started that it has not dealt, least recently viewed first. */
export function selectRecycled(db: Db, viewerId: string, { startedAt, recycled }: NormalDeck, limit: number) {
  return db
    .select({ ...columns, lastViewedAt: seenApps.lastViewedAt })
    .from(seenApps)
    .innerJoin(apps, and(eq(apps.id, seenApps.appId), isApproved))
    .where(
      and(
        eq(seenApps.userId, viewerId),
        lt(seenApps.lastViewedAt, new Date(startedAt)),
        recycled
          ? sql`(${seenApps.lastViewedAt}, ${seenApps.appId}) >
              (${isoOf(recycled[0])}::timestamptz, ${recycled[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(seenApps.lastViewedAt), asc(seenApps.appId))
    .limit(limit);
}

/** The unseen apps that the deck has not dealt, most upvoted first. */
export function selectUnseenByUpvotes(db: Db, viewerId: string, { unseen }: SemiSimpleDeck, limit: number) {
  return db
    .select(unseenColumns)
    .from(apps)
    .where(and(isApproved, unseen ? below(apps.upvotes, unseen) : undefined, isUnseen(viewerId)))
    .orderBy(...upvotesOrder)
    .limit(limit);
}

/** The apps seen before the deck started that it has not dealt, most upvoted first. */
export function selectSeenByUpvotes(
  db: Db,
  viewerId: string,
  { startedAt, seen }: SemiSimpleDeck,
  limit: number,
) {
  return db
    .select({ ...columns, lastViewedAt: seenApps.lastViewedAt })
    .from(apps)
    .innerJoin(seenApps, and(eq(seenApps.appId, apps.id), eq(seenApps.userId, viewerId)))
    .where(
      and(
        isApproved,
        lt(seenApps.lastViewedAt, new Date(startedAt)),
        seen ? below(apps.upvotes, seen) : undefined,
      ),
    )
    .orderBy(...upvotesOrder)
    .limit(limit);
}

/** All apps that the deck has not dealt, by score. */
export function selectRanked(db: Db, { frontier }: SimpleDeck, limit: number) {
  return db
    .select(unseenColumns)
    .from(apps)
    .where(and(isApproved, frontier ? below(apps.rankingScore, frontier) : undefined))
    .orderBy(...scoreOrder)
    .limit(limit);
}

/** The recycled ones that are not fresh too, as an app is that was seen between the two queries. */
function without(fresh: readonly Candidate[], recycled: readonly Candidate[]): Candidate[] {
  const freshIds = new Set(fresh.map(({ id }) => id));
  return recycled.filter(({ id }) => !freshIds.has(id));
}

/** What the deck's next page can be made of: always one more than it can take, which tells whether there is another. */
export async function readCandidates(
  db: Db,
  viewerId: string,
  deck: Deck,
  params: AlgorithmParams,
): Promise<Candidates> {
  const limit = params.appsPerPage + 1;
  if (deck.algorithm === 'simple') {
    return { fresh: await selectRanked(db, deck, limit), newcomers: [], recycled: [], isRecycling: false };
  }
  if (deck.algorithm === 'semi_simple') {
    const fresh = await selectUnseenByUpvotes(db, viewerId, deck, limit);
    const recycled = fresh.length < limit ? await selectSeenByUpvotes(db, viewerId, deck, limit) : [];
    return { fresh, newcomers: [], recycled: without(fresh, recycled), isRecycling: false };
  }
  const { isRecycling } = deck;
  const fresh = await selectFresh(db, viewerId, deck, poolSize(params) + 1);
  const share = Math.min(newcomerShare(params.appsPerPage), NEWCOMERS_MAX - deck.newcomers.length);
  const newcomers = share > 0 ? await selectNewcomers(db, viewerId, deck, share) : [];
  const isRecycledNeeded = isRecycling || fresh.length < limit;
  const recycled = isRecycledNeeded ? await selectRecycled(db, viewerId, deck, limit) : [];
  return { fresh, newcomers, recycled: without([...fresh, ...newcomers], recycled), isRecycling };
}

/**
 * Whether the viewer has seen at least so many percent of the approved catalogue, so that recycled apps get places of
 * their own, and when they last met an app.
 */
export async function readHistory(
  db: Db,
  viewerId: string,
  { recycledContentThreshold }: AlgorithmParams,
): Promise<{ isRecycling: boolean; lastViewedAt: Date | null }> {
  const seen = one(
    await db
      .select({
        approved: count(sql`CASE WHEN ${isApproved} THEN 1 END`),
        lastViewedAt: max(seenApps.lastViewedAt),
      })
      .from(seenApps)
      .innerJoin(apps, eq(apps.id, seenApps.appId))
      .where(eq(seenApps.userId, viewerId)),
  );
  // Nobody without history waits for the whole catalogue to be counted.
  if (seen.approved === 0) return { isRecycling: false, lastViewedAt: seen.lastViewedAt };
  const catalogue = one(await db.select({ approved: count() }).from(apps).where(isApproved));
  const isRecycling = seen.approved * 100 >= catalogue.approved * recycledContentThreshold;
  return { isRecycling, lastViewedAt: seen.lastViewedAt };
}
