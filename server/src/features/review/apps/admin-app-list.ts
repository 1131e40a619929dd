import { type AdminApp, type adminApps, COUNTED_MAX } from '@zapdeck/contract/apps/apps';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/feed/reach';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, desc, eq, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { appSearchTexts, apps } from '../../../db/schema/apps.table.ts';
import { searchDocuments } from '../../../db/schema/search.table.ts';
import { listingFilter } from '../../listings/changes/listing-words.ts';
import { isInList, type ListSearch, readListSearch } from '../../search/search-apps.ts';
import { readStatusCounts } from '../../listings/numbers/status-counts.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';

type AdminAppsQuery = QueryOf<typeof adminApps>;
type AdminAppFilters = Omit<AdminAppsQuery, 'sort' | 'limit' | 'offset'>;

const sortKeys: Readonly<Record<AdminAppsQuery['sort'], SQL>> = {
  score: sql`${apps.rankingScore}`,
  netVotes: sql`(${apps.upvotes} - ${apps.downvotes})`,
  views: sql`${apps.views}`,
  createdAt: sql`${apps.createdAt}`,
};

/** Up to this many hits are looked up and sorted. Walking the index to the last page tests about as many apps. */
const LOOKED_UP_MAX = 50_000;

/** Selects ids from two indexes: apps with the words, and apps with the text. */
export function selectHits(db: Db, { words, text }: ListSearch, status: AdminAppFilters['status']) {
  const hasStatus = status === 'all' ? undefined : eq(appSearchTexts.status, status);
  const select = () => db.select({ id: appSearchTexts.appId }).from(appSearchTexts);
  const hasWords = sql`(${searchDocuments.words} || ${searchDocuments.makerWords} || ${searchDocuments.marks}) @@ ${words}::tsquery`;
  return union(
    select()
      .where(and(sql`${appSearchTexts.text} LIKE ${text}`, hasStatus))
      .limit(LOOKED_UP_MAX + 1),
    select()
      .innerJoin(searchDocuments, eq(searchDocuments.appId, appSearchTexts.appId))
      .where(and(hasWords, hasStatus))
      .limit(LOOKED_UP_MAX + 1),
  );
}

export function isFlagged(now: Date): SQL | undefined {
  const flaggedSince = new Date(now.getTime() - UNREACHABLE_FLAGGED_AFTER_MS);
  return and(lte(apps.unreachableSince, flaggedSince), ne(apps.status, 'rejected'));
}

function adminAppCondition(
  filters: AdminAppFilters,
  sought: ListSearch | undefined,
  now: Date,
): SQL | undefined {
  const { status, reach } = filters;
  return and(
    listingFilter(filters),
    { all: undefined, unreachable: isNotNull(apps.unreachableSince), flagged: isFlagged(now) }[reach],
    status === 'all' ? undefined : eq(apps.status, status),
    sought && isInList(sought),
  );
}

export async function adminAppFilter(db: Db, filters: AdminAppFilters, now: Date): Promise<SQL | undefined> {
  return adminAppCondition(filters, await readListSearch(db, filters.search), now);
}

/** The search index and the stored counts cover only texts and statuses. */
const isIndexed = (filters: AdminAppFilters): boolean => filters.reach === 'all' && !listingFilter(filters);

async function countApps(
  db: Db,
  filters: AdminAppFilters,
  { sought, now }: { sought: ListSearch | undefined; now: Date },
): Promise<number> {
  if (!isIndexed(filters)) return db.$count(apps, adminAppCondition(filters, sought, now));
  const { status } = filters;
  if (sought) return db.$count(selectHits(db, sought, status).as('hits'));
  const { approved, pending, rejected } = await readStatusCounts(db);
  return { all: approved + pending + rejected, approved, pending, rejected }[status];
}

/** Selects apps in an order. Looks up and sorts few hits. For more, walks the index of the order and tests each app. */
export function selectAdminApps(
  db: Db,
  query: AdminAppsQuery,
  { sought, areFew, now }: { sought: ListSearch | undefined; areFew: boolean; now: Date },
) {
  const keys = [sortKeys[query.sort], sql`${apps.createdAt}`, sql`${apps.id}`].map((key) => desc(key));
  const source =
    sought && areFew
      ? sql`(${selectHits(db, sought, query.status)}) AS found CROSS JOIN LATERAL (
          SELECT id, created_at, ranking_score, upvotes, downvotes, views FROM apps
          WHERE id = found.app_id OFFSET 0) AS apps`
      : sql`${apps}`;
  const page = db
    .select({ id: sql<string>`${apps.id}` })
    .from(source)
    .where(areFew ? undefined : adminAppCondition(query, sought, now))
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
  const sought = await readListSearch(db, query.search);
  const counted = await countApps(db, query, { sought, now });
  const isSearch = isIndexed(query) && sought !== undefined;
  const total = isSearch ? Math.min(counted, COUNTED_MAX + 1) : counted;
  if (query.offset >= total) return { items: [], total };
  const rows = await selectAdminApps(db, query, {
    sought,
    areFew: isSearch && counted <= LOOKED_UP_MAX,
    now,
  });
  const shown = await withVotes(db, viewer, rows);
  return { items: shown.map((row) => presentAdminApp(row, viewer)), total };
}

/** Returns the languages of apps of every status. */
export async function readLanguagesInUse(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ language: apps.language })
    .from(apps)
    .where(isNotNull(apps.language))
    .orderBy(apps.language);
  return rows.flatMap(({ language }) => language ?? []);
}
