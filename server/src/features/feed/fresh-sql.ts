import { categories } from '@zapdeck/contract/apps/categories';
import type { Use } from '../../db/statement.ts';
import { TRUSTED_COUNTS, trustedCount } from '../for-you/paired-apps.ts';
import {
  type CandidateQuery,
  COLUMNS_OF_SHOWN,
  isNotDealt,
  isUnseen,
  languageValues,
  shownOnly,
} from './candidate-query.ts';
import { IS_APPROVED, IS_IN_ORDER, isBelow, orderBy } from './order.ts';
import type { List, Source } from './sources.ts';

/** Number of apps of each list that a bounded statement reads to find apps that are not skipped. */
export const FILTERED_MAX = 10_000;

/** Apps in the languages or in the categories that a viewer sees are looked up if there are at most this many. */
export const RARE_MAX = 3_000;

const keysOf = ({ lists: [first] }: Source): string[] => first.keys.map((_key, index) => `key_${index}`);

const countsOf = ({ hasPairs }: Source): readonly string[] => (hasPairs ? TRUSTED_COUNTS : []);

/** Selects the first apps of a list. `extra` are further conditions and columns. */
function listSql(
  use: Use,
  query: CandidateQuery,
  { source, list: { from, where, keys } }: { source: Source; list: List },
  extra: { conditions?: string[]; columns?: string[]; limit: number },
): string {
  const conditions = [
    IS_IN_ORDER,
    where(use),
    isNotDealt(use, query, 'apps.id'),
    ...(extra.conditions ?? []),
  ];
  if (query.from) conditions.push(isBelow(use, keys, query.from));
  if (source.skipsSeen) conditions.push(isUnseen(use, query));
  const keyColumns = keys.map(({ column }, index) => `${column} AS key_${index}`);
  const counts = countsOf(source).map((column) => `${trustedCount(column)} AS ${column}`);
  const columns = ['apps.id', 'apps.category', ...counts, ...(extra.columns ?? []), ...keyColumns];
  return `SELECT ${columns.join(', ')} FROM ${from(use)}
      WHERE ${conditions.join(' AND ')} ${orderBy(keys)} LIMIT ${extra.limit}`;
}

function merge(source: Source, lists: readonly string[], limit: number): string {
  if (lists.length === 1) return lists.join('');
  const merged = lists.map((list) => `(${list})`).join(' UNION ALL ');
  const order = keysOf(source).map((key) => `${key} DESC`);
  return `SELECT * FROM (${merged}) AS merged ORDER BY ${order.join(', ')} LIMIT ${limit}`;
}

export interface FreshSql {
  /** Selects the first apps of the deck in its order. */
  rows: string;
  /** Condition: all apps of the deck were read. */
  isAll: string;
}

/** Reads the order of the deck until there are enough apps. */
export function freshSql(use: Use, query: CandidateQuery, source: Source, limit: number): FreshSql {
  const conditions = shownOnly(use, query);
  const lists = source.lists.map((list) => listSql(use, query, { source, list }, { conditions, limit }));
  return { rows: merge(source, lists, limit), isAll: 'true' };
}

/** Reads only the first apps of each list, skipped ones included. Can find fewer apps than `freshSql`. */
export function boundedFreshSql(use: Use, query: CandidateQuery, source: Source, limit: number): FreshSql {
  const lists = source.lists.map((list) =>
    listSql(use, query, { source, list }, { columns: COLUMNS_OF_SHOWN, limit: FILTERED_MAX }),
  );
  const isShown = shownOnly(use, query).join(' AND ');
  const selected = ['id', 'category', ...countsOf(source), ...keysOf(source)].join(', ');
  // Without ORDER BY, which would make the planner expect to read the whole list. The list has its order.
  const shown = lists.map(
    (list) => `SELECT ${selected} FROM (${list}) AS apps WHERE ${isShown} LIMIT ${limit}`,
  );
  return {
    rows: merge(source, shown, limit),
    isAll: lists.map((list) => `(SELECT count(*) FROM (${list}) AS list) < ${FILTERED_MAX}`).join(' AND '),
  };
}

/** Selects the apps in the languages of the query and those of unknown languages, or those in categories that are not hidden. */
function rareSql(use: Use, { languages, start }: CandidateQuery): string {
  if (languages)
    return `SELECT id FROM apps WHERE language = ANY (${languageValues(use, languages)}) UNION ALL SELECT id FROM apps WHERE language IS NULL`;
  const shown = categories.filter((category) => !start.hiddenCategories?.includes(category));
  return `SELECT id FROM apps WHERE category = ANY (${use(`{${shown.map((category) => JSON.stringify(category)).join()}}`)}::text[]) AND ${IS_APPROVED}`;
}

/** Looks up the apps in the languages, or in the categories, that the viewer sees. Finds none if there are more than `RARE_MAX`. */
export function rareFreshSql(use: Use, query: CandidateQuery, source: Source, limit: number): FreshSql {
  const found = rareSql(use, query);
  const counted = `SELECT array_agg(id) AS ids, count(*) <= ${RARE_MAX} AS is_rare FROM (${found} LIMIT ${RARE_MAX + 1}) AS found`;
  const isRare = `(SELECT is_rare FROM (${counted}) AS counted)`;
  const isFound = `apps.id = ANY ((SELECT ids FROM (${counted}) AS counted WHERE is_rare)::uuid[])`;
  const conditions = [isFound, ...shownOnly(use, query)];
  const lists = source.lists.map((list) => listSql(use, query, { source, list }, { conditions, limit }));
  return { rows: merge(source, lists, limit), isAll: isRare };
}
