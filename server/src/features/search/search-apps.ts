import { SEARCH_RANKED_MAX } from '@zapdeck/contract/feed/search';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, POOL_SIZE } from '../../db/client.ts';
import { containing } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { run } from '../../db/statement.ts';
import { type AskedQuery, correctedText, queryOf, readAskedWords } from './asked-query.ts';
import { workSlots } from '../../http/rate-limit.ts';

/** Columns of `rankedApps` that order the matches, descending. Approval numbers are unique, so no two matches are equal. */
export const matchKeys = [
  { column: 'found.title_match', type: 'int4' },
  { column: 'found.matched', type: 'int4' },
  { column: 'found.fewest_typos', type: 'int4' },
  { column: 'found.trending', type: 'float8' },
  { column: 'found.approval_no', type: 'int8' },
] as const;

const MATCH_ORDER = matchKeys.map(({ column }) => `${column} DESC`).join(', ');

/** Returns SQL for `FROM`: the matches of a query, best first. `asked` is SQL for an `AskedQuery` as JSON. */
export const rankedApps = (asked: string, most = SEARCH_RANKED_MAX): string =>
  `(SELECT * FROM (SELECT *, -typos AS fewest_typos FROM search_apps(${asked}::jsonb, ${most})) AS found
    ORDER BY ${MATCH_ORDER}) AS found`;

/** Returns an SQL condition on `apps`: the app matches the query. */
export const matches = (asked: string): string => `has_words(apps.id, (${asked}::jsonb ->> 'any')::tsquery)`;

/** Parses a search text into a query. */
export const readQuery = async (db: Db, text: string): Promise<AskedQuery> =>
  queryOf(await readAskedWords(db, text));

/** Returns a condition on `apps` for the same matches as in Discover. Undefined without a text. */
export async function foundByWords(db: Db, text: string): Promise<SQL | undefined> {
  if (text.trim() === '') return undefined;
  const { any } = await readQuery(db, text);
  return sql`has_words(${apps.id}, ${any}::tsquery)`;
}

/** Search in lists of apps of any status. Apps must have all words, because addresses have words such as "com". */
export interface ListSearch {
  words: string;
  text: SQL;
}

/** Parses a search in lists of apps of any status. Undefined without a text. */
export async function readListSearch(db: Db, search: string): Promise<ListSearch | undefined> {
  const text = search.trim().replaceAll(/\s+/g, ' ');
  if (text === '') return undefined;
  return { words: (await readQuery(db, text)).all, text: sql`lower(${containing(text)})` };
}

/** Returns a condition on `apps`: the app has the words, or the text in its title or address. The planner cannot see it. */
export const isInList = ({ words, text }: ListSearch): SQL =>
  sql`(SELECT lower(${apps.title} || E'\\n' || ${apps.url}) LIKE ${text} OR has_words(${apps.id}, ${words}::tsquery))`;

export interface SearchResult {
  ids: string[];
  /** Number of matches, at most SEARCH_RANKED_MAX. `ids` may be shorter. */
  total: number;
  corrected: string | null;
}

/** Returns the apps that match a query, best first. Only tests set `ranked`, the maximum number of matches. */
export async function searchApps(
  db: Db,
  query: string,
  { limit, ranked = SEARCH_RANKED_MAX }: { limit: number; ranked?: number },
): Promise<SearchResult> {
  const words = await readAskedWords(db, query);
  const rows = await run<{ id: string; total: number }>(db, {
    text: `SELECT app_id AS id, (count(*) OVER ())::int AS total FROM ${rankedApps('$1', ranked)} ORDER BY ${MATCH_ORDER} LIMIT $2`,
    values: [JSON.stringify(queryOf(words)), limit],
  });
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, corrected: correctedText(words) };
}

/** High enough to search while the user types. A search for eight frequent words can take half a second. */
export const searchesPerNetwork = { calls: 120, seconds: 60, perNode: true } as const;

/** Runs a search for an IP address. Limits searches so that most connections of the pool serve other requests. */
export const inSearchSlot = workSlots({ total: POOL_SIZE / 4, perKey: 2, waiting: 32 });
