import { LRUCache } from 'lru-cache';
import { type Db, one } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { hidesAnything } from '../hidden/is-hidden.ts';

/** Counting 50,000 apps with one tag takes a tenth of a second. */
const COUNTS_TTL_MS = 60_000;
const COUNTS_MAX = 1_000;

type Counts = Readonly<Record<string, number>>;

interface Values {
  tags: readonly string[];
  makers: readonly string[];
}

export interface HiddenCounts {
  categories: readonly string[] | null;
  others: Counts;
}

const valuesOf = (kind: 'category' | 'tag' | 'maker') =>
  `ARRAY(SELECT value FROM hidden WHERE user_id = $1 AND kind = '${kind}' ORDER BY value)`;

const READ_HIDDEN = `SELECT ${valuesOf('category')} AS categories, ${valuesOf('tag')} AS tags, ${valuesOf('maker')} AS makers
  WHERE ${hidesAnything('$1')}`;

const COUNT_APPS = `SELECT coalesce(json_object_agg(category, count), '{}') AS counts FROM (
    SELECT apps.category, count(*) FROM (
      SELECT app_id AS id FROM app_tags WHERE tag = ANY ($1::text[])
      UNION SELECT id FROM apps WHERE submitted_by = ANY ($2::uuid[])
    ) AS found JOIN apps ON apps.id = found.id WHERE apps.status = 'approved' GROUP BY apps.category
  ) AS counted`;

/** One cache per database, because a replica may be behind. Viewers who hide the same tags and makers share counts. */
const caches = new WeakMap<Db, LRUCache<string, Counts, Values>>();

function countsOf(db: Db): LRUCache<string, Counts, Values> {
  const cache =
    caches.get(db) ??
    new LRUCache<string, Counts, Values>({
      max: COUNTS_MAX,
      ttl: COUNTS_TTL_MS,
      fetchMethod: async (_key, _stale, { context: { tags, makers } }) =>
        one(await run<{ counts: Counts }>(db, { text: COUNT_APPS, values: [tags, makers] })).counts,
    });
  caches.set(db, cache);
  return cache;
}

/** Counts the approved apps that the viewer hides. A count is up to a minute old. */
export async function countHidden(db: Db, viewerId: string): Promise<HiddenCounts> {
  const [hidden] = await run<Values & { categories: string[] }>(db, {
    text: READ_HIDDEN,
    values: [viewerId],
  });
  if (!hidden) return { categories: null, others: {} };
  const { categories, tags, makers } = hidden;
  if (tags.length + makers.length === 0) return { categories, others: {} };
  const others = await countsOf(db).forceFetch(JSON.stringify([tags, makers]), { context: { tags, makers } });
  return { categories, others };
}

/** Returns the counts without the hidden apps. */
export function withoutHiddenApps(
  byCategory: ReadonlyMap<string, number>,
  { categories, others }: HiddenCounts,
): ReadonlyMap<string, number> {
  const shown = (category: string, apps: number) =>
    categories?.includes(category) ? 0 : Math.max(0, apps - (others[category] ?? 0));
  return new Map([...byCategory].map(([category, apps]) => [category, shown(category, apps)]));
}

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

export const countMissing = (all: ReadonlyMap<string, number>, shown: ReadonlyMap<string, number>): number =>
  sumOf(all) - sumOf(shown);
