import { SEARCH_RANKED_MAX } from '@zapdeck/contract/search';
import type { Db } from '../../db/client.ts';
import { run, type Use } from '../../db/statement.ts';
import { type AskedQuery, correctedText, queryOf } from './asked-query.ts';
import { readAskedWords } from './asked-words.ts';

/** SQL for `FROM`: the matches of a query, as `found`. */
export const foundApps = (use: Use, asked: AskedQuery, most = SEARCH_RANKED_MAX): string =>
  `search_apps(${use(JSON.stringify(asked))}::jsonb, ${most}) AS found`;

/** Columns of `found` by which matches are ordered, all descending. Approval numbers are unique, so no two matches are equal. */
export const matchKeys = [
  { column: 'found.title_match', type: 'int4' },
  { column: 'found.matched', type: 'int4' },
  { column: '-found.typos', type: 'int4' },
  { column: 'found.trending', type: 'float8' },
  { column: 'found.approval_no', type: 'int8' },
] as const;

/** SQL condition on `apps`: the app matches the query. */
export const matches = (use: Use, { any }: AskedQuery): string =>
  `EXISTS (SELECT FROM search_documents AS documents WHERE documents.app_id = apps.id
    AND documents.words || documents.maker_words @@ ${use(any)}::tsquery)`;

export interface SearchResult {
  /** Ids of the apps, the best match first. */
  ids: string[];
  /** Number of matches, at most SEARCH_RANKED_MAX. `ids` can be fewer. */
  total: number;
  /** The query with corrected words; null if no word was corrected. */
  corrected: string | null;
}

/** Returns the apps that match a query. Only tests set `ranked`, the maximum number of matches. */
export async function searchApps(
  db: Db,
  query: string,
  { limit, ranked = SEARCH_RANKED_MAX }: { limit: number; ranked?: number },
): Promise<SearchResult> {
  const words = await readAskedWords(db, query);
  const values: unknown[] = [];
  const found = foundApps((value) => `$${values.push(value)}`, queryOf(words), ranked);
  const order = matchKeys.map(({ column }) => `${column} DESC`).join(', ');
  const rows = await run<{ id: string; total: number }>(db, {
    text: `SELECT found.app_id AS id, (count(*) OVER ())::int AS total FROM ${found} ORDER BY ${order} LIMIT $${values.push(limit)}`,
    values,
  });
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0, corrected: correctedText(words) };
}
