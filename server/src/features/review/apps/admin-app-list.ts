import { type AdminApp, type adminApps, COUNTED_MAX } from '@zapdeck/contract/apps';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/reach';
import type { QueryOf } from '@zapdeck/contract/route';
import { and, desc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { containing, type ListPage } from '../../../db/paging.ts';
import { appSearchTexts, apps } from '../../../db/schema/apps.table.ts';
import { listingFilter } from '../../listings/changes/listing-words.ts';
import { readStatusCounts } from '../../listings/numbers/status-counts.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';

type AdminAppsQuery = QueryOf<typeof adminApps>;
type Filters = Omit<AdminAppsQuery, 'sort' | 'limit' | 'offset'>;

/** Sort keys of the list. Each has an index over apps of every status. */
const sortKeys: Readonly<Record<AdminAppsQuery['sort'], SQL>> = {
  score: sql`${apps.rankingScore}`,
  netVotes: sql`(${apps.upvotes} - ${apps.downvotes})`,
  views: sql`${apps.views}`,
  createdAt: sql`${apps.createdAt}`,
};

/** Number of hits that are looked up and sorted. A walk to the last page that is shown tests about as many apps. */
const LOOKED_UP_MAX = 50_000;

function hasWords(search: string): SQL {
  return sql`${appSearchTexts.text} LIKE lower(${containing(search.trim())})`;
}

export function selectHits(db: Db, { search, status }: Pick<Filters, 'search' | 'status'>) {
  return db
    .select({ id: appSearchTexts.appId })
    .from(appSearchTexts)
    .where(and(hasWords(search), status === 'all' ? undefined : eq(appSearchTexts.status, status)))
    .limit(LOOKED_UP_MAX + 1);
}

export function isFlagged(now: Date): SQL | undefined {
  const flaggedSince = new Date(now.getTime() - UNREACHABLE_FLAGGED_AFTER_MS);
  return and(lte(apps.unreachableSince, flaggedSince), ne(apps.status, 'rejected'));
}

/** Tests each app by itself, without the search index. */
export function adminAppFilter(filters: Filters, now: Date): SQL | undefined {
  const { search, status, reach } = filters;
  return and(
    listingFilter(filters),
    { all: undefined, unreachable: isNotNull(apps.unreachableSince), flagged: isFlagged(now) }[reach],
    status === 'all' ? undefined : eq(apps.status, status),
    search.trim() === ''
      ? undefined
      : sql`(SELECT ${hasWords(search)} FROM ${appSearchTexts} WHERE ${appSearchTexts.appId} = ${apps.id})`,
  );
}

/** The search index and the stored counts know texts and statuses only. */
const isIndexed = (filters: Filters): boolean => filters.reach === 'all' && !listingFilter(filters);

async function countApps(db: Db, filters: Filters, now: Date): Promise<number> {
  if (!isIndexed(filters)) return db.$count(apps, adminAppFilter(filters, now));
  const { search, status } = filters;
  if (search.trim() !== '') return db.$count(selectHits(db, { search, status }).as('hits'));
  const { approved, pending, rejected } = await readStatusCounts(db);
  return { all: approved + pending + rejected, approved, pending, rejected }[status];
}

/**
 * Selects apps in an order. If there are few hits, looks them up and sorts them. Otherwise walks the index of the order and
 * tests each app.
 */
export function selectAdminApps(
  db: Db,
  query: AdminAppsQuery,
  { areFew, now }: { areFew: boolean; now: Date },
) {
  const keys = [sortKeys[query.sort], sql`${apps.createdAt}`, sql`${apps.id}`].map((key) => desc(key));
  const hits = sql`(${selectHits(db, query)}) AS found CROSS JOIN LATERAL (
    SELECT id, created_at, ranking_score, upvotes, downvotes, views FROM apps
    WHERE id = found.app_id OFFSET 0) AS apps`;
  // Submitters are looked up for the rows of the page only.
  const page = db
    .select({ id: sql<string>`${apps.id}` })
    .from(areFew ? hits : sql`${apps}`)
    .where(areFew ? undefined : adminAppFilter(query, now))
    .orderBy(...keys)
    .limit(query.limit)
    .offset(query.offset);
  return selectApps(db)
    .where(inArray(apps.id, page))
    .orderBy(...keys);
}

export async function listAdminApps(
  db: Db,
  viewer: Viewer,
  query: AdminAppsQuery,
  now: Date,
): Promise<ListPage<AdminApp>> {
  const counted = await countApps(db, query, now);
  const isSearch = isIndexed(query) && query.search.trim() !== '';
  const total = isSearch ? Math.min(counted, COUNTED_MAX + 1) : counted;
  if (query.offset >= total) return { items: [], total };
  const rows = await selectAdminApps(db, query, { areFew: isSearch && counted <= LOOKED_UP_MAX, now });
  const shown = await withVotes(db, viewer, rows);
  return { items: shown.map((row) => presentAdminApp(row, viewer)), total };
}
