import type { StatusCounts } from '@zapdeck/contract/app-numbers';
import type { AdminApp, adminApps } from '@zapdeck/contract/apps';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/reach';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, asc, count, desc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { containing, type ListPage } from '../../../db/paging.ts';
import { readStatusCounts } from '../../listings/numbers/status-counts.ts';
import { appSearchTexts, apps } from '../../../db/schema/apps.table.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';

type AdminAppsQuery = QueryOf<typeof adminApps>;

/** Each has an index of its own, over apps of every status. */
const sortKeys: Readonly<Record<AdminAppsQuery['sort'], SQL>> = {
  score: sql`${apps.rankingScore}`,
  netVotes: sql`(${apps.upvotes} - ${apps.downvotes})`,
  views: sql`${apps.views}`,
  createdAt: sql`${apps.createdAt}`,
};

/**
 * How the apps of a page are found: every hit of the search looked up and sorted; or the order walked and each app looked
 * for among the hits, or tested for the text, or taken as it comes where there is no search.
 */
export type Way = 'looked up' | 'picked' | 'tested' | 'taken';

/** What they cost, measured in entries of the order's index that are walked over: a quarter of a microsecond each. */
const LOOK_UP = 20;
const FIND = 4;
const READ = 1.5;
const TEST = 25;
/** So many hits fit into the memory that PostgreSQL gives such a look at the hits by itself, with room to spare. */
const PICKED_MAX = 100_000;
/** Shorter texts have no trigrams: to find their hits, every text is read. */
const TRIGRAM = 3;

interface Hunt {
  search: string;
  /** The page ends after so many hits. */
  end: number;
  hits: number;
  /** How many apps there are. */
  all: number;
}

/** The cheapest way to a page of a search. */
export function cheapestWay({ search, end, hits, all }: Hunt): Way {
  const walked = Math.min(all, (end * all) / hits);
  const found = search.trim().length < TRIGRAM ? all * READ : hits * FIND;
  const costs: [Way, number][] = [
    ['looked up', found + hits * LOOK_UP],
    ['picked', hits > PICKED_MAX ? Infinity : found + walked],
    ['tested', walked * TEST],
  ];
  return costs.reduce((best, other) => (other[1] < best[1] ? other : best))[0];
}

type Sought = Pick<AdminAppsQuery, 'search' | 'status'>;

function hasWords(search: string): SQL {
  return sql`${appSearchTexts.text} LIKE lower(${containing(search.trim())})`;
}

function matches({ search, status }: Sought): SQL | undefined {
  return and(hasWords(search), status === 'all' ? undefined : eq(appSearchTexts.status, status));
}

/** Which apps a search finds, as a query. */
export function selectMatches(db: Db, sought: Sought) {
  return db.select({ id: appSearchTexts.appId }).from(appSearchTexts).where(matches(sought));
}

/** Each way leaves the planner no choice: what it guesses about a text is often far off, and the other ways a second. */
function sourceOf(db: Db, sought: Sought, way: Way): SQL {
  if (way !== 'looked up') return sql`${apps}`;
  return sql`(${selectMatches(db, sought)} OFFSET 0) AS found CROSS JOIN LATERAL (
    SELECT id, created_at, ranking_score, upvotes, downvotes, views, status FROM apps
    WHERE id = found.app_id OFFSET 0) AS apps`;
}

function testOf(db: Db, sought: Sought, way: Way): SQL | undefined {
  if (way === 'tested')
    return sql`(SELECT ${hasWords(sought.search)} FROM ${appSearchTexts} WHERE ${appSearchTexts.appId} = ${apps.id})`;
  if (way === 'picked') return sql`(${apps.id} IN (${selectMatches(db, sought).limit(PICKED_MAX)})) IS TRUE`;
  return undefined;
}

/** Where a page lies: counted from the end of the order where that is nearer. */
interface Stretch {
  isFromEnd: boolean;
  limit: number;
  offset: number;
}

/** The shorter way to a page of a list that is so long. */
export function nearestStretch(
  { limit, offset }: Pick<AdminAppsQuery, 'limit' | 'offset'>,
  total: number,
): Stretch {
  const after = total - offset - limit;
  if (offset <= after) return { isFromEnd: false, limit, offset };
  return { isFromEnd: true, limit: Math.max(0, Math.min(limit, total - offset)), offset: Math.max(0, after) };
}

type ListQuery = Pick<AdminAppsQuery, 'search' | 'status' | 'sort'>;

/** The rows of a page of the admins' list, as a query. */
export function selectAdminApps(
  db: Db,
  { search, status, sort }: ListQuery,
  { isFromEnd, limit, offset, way }: Stretch & { way: Way },
) {
  const keys = [sortKeys[sort], sql`${apps.createdAt}`, sql`${apps.id}`];
  // The page is found by the index alone; submitters are looked up for its rows and not for those before it.
  const page = db
    .select({ id: sql<string>`${apps.id}` })
    .from(sourceOf(db, { search, status }, way))
    .where(and(testOf(db, { search, status }, way), status === 'all' ? undefined : eq(apps.status, status)))
    .orderBy(...keys.map(isFromEnd ? asc : desc))
    .limit(limit)
    .offset(offset);
  return selectApps(db)
    .where(inArray(apps.id, page))
    .orderBy(...keys.map((key) => desc(key)));
}

const sum = ({ approved, pending, rejected }: StatusCounts) => approved + pending + rejected;

async function countHits(db: Db, sought: Sought): Promise<number> {
  return one(await db.select({ hits: count() }).from(appSearchTexts).where(matches(sought))).hits;
}

/** SQL condition: `isLongUnreachable` of the contract is true for the app. */
export function isFlagged(now: Date): SQL | undefined {
  const flaggedSince = new Date(now.getTime() - UNREACHABLE_FLAGGED_AFTER_MS);
  return and(lte(apps.unreachableSince, flaggedSince), ne(apps.status, 'rejected'));
}

type Filters = Pick<AdminAppsQuery, 'search' | 'status' | 'reach'>;

/** SQL condition: the app matches the filters. Tests each app by itself, without the search index. */
export function adminAppFilter({ search, status, reach }: Filters, now: Date): SQL | undefined {
  return and(
    { all: undefined, unreachable: isNotNull(apps.unreachableSince), flagged: isFlagged(now) }[reach],
    status === 'all' ? undefined : eq(apps.status, status),
    search.trim() === ''
      ? undefined
      : sql`(SELECT ${hasWords(search)} FROM ${appSearchTexts} WHERE ${appSearchTexts.appId} = ${apps.id})`,
  );
}

/** Lists unreachable apps. They are few: an index finds them, and the other filters and the order are applied to them. */
async function listAwayApps(
  db: Db,
  viewer: Viewer,
  query: AdminAppsQuery,
  now: Date,
): Promise<ListPage<AdminApp>> {
  const { sort, limit, offset } = query;
  const away = adminAppFilter(query, now);
  const rows = await selectApps(db)
    .where(away)
    .orderBy(desc(sortKeys[sort]), desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const { total } = one(await db.select({ total: count() }).from(apps).where(away));
  const shown = await withVotes(db, viewer, rows);
  return { items: shown.map((row) => presentAdminApp(row, viewer)), total };
}

/** Returns a page of the apps that match the search and the filters, in the requested order. */
export async function listAdminApps(
  db: Db,
  viewer: Viewer,
  query: AdminAppsQuery,
  now: Date,
): Promise<ListPage<AdminApp>> {
  if (query.reach !== 'all') return listAwayApps(db, viewer, query, now);
  const isSearch = query.search.trim() !== '';
  const [counts, hits] = await Promise.all([readStatusCounts(db), isSearch ? countHits(db, query) : null]);
  const total = hits ?? (query.status === 'all' ? sum(counts) : counts[query.status]);
  if (query.offset >= total) return { items: [], total };
  const stretch = nearestStretch(query, total);
  const end = stretch.offset + stretch.limit;
  const way = hits === null ? 'taken' : cheapestWay({ search: query.search, end, hits, all: sum(counts) });
  const rows = await selectAdminApps(db, query, { ...stretch, way });
  const shown = await withVotes(db, viewer, rows);
  return { items: shown.map((row) => presentAdminApp(row, viewer)), total };
}
