import type { Use } from '../../db/statement.ts';
import { leadsToApps, TRUSTED_COUNTS } from '../for-you/paired-apps.ts';
import { rankForYou, type UnseenApp } from '../for-you/rank-for-you.ts';
import { tasteVersion } from '../for-you/taste-version.ts';
import type { CandidateQuery } from './candidate-query.ts';
import type { DeckCandidates } from './candidates.ts';

type AppColumns = [ids: string[] | null, categories: string[], likes: number[], views: number[]];

/** The taste of a viewer, one array per column. */
export interface TasteRow {
  paired: AppColumns;
  leads: [ids: string[] | null, leads: string[], lifts: number[][], against: number[][]];
  likes: [categories: string[] | null, counts: number[]];
  unwanted: string[] | null;
  version: string;
}

const columnsOf = (columns: readonly string[], rows: string) =>
  `(SELECT json_build_array(${columns.map((column) => `json_agg(${column})`).join(', ')}) FROM ${rows})`;

/** SQL: a `TasteRow` as JSON. Reads `fresh` and the lists of `pairedSql`. */
export function tasteJson(use: Use, { start }: CandidateQuery): string {
  const leads = leadsToApps('SELECT id FROM paired UNION SELECT id FROM fresh');
  const likes = 'SELECT category, count(*) AS likes FROM leads GROUP BY category';
  return `json_build_object('paired', ${columnsOf(['id', 'category', ...TRUSTED_COUNTS], 'paired')},
      'leads', ${columnsOf(['id', 'lead', 'lifts', 'against'], `(${leads}) AS found`)},
      'likes', ${columnsOf(['category', 'likes'], `(${likes}) AS counted`)},
      'unwanted', (SELECT json_agg(id) FROM fresh WHERE id IN (SELECT id FROM unwanted)),
      'version', ${tasteVersion(`${use(start.viewerId)}::uuid`)})`;
}

const appsIn = ([ids, categories, likes, views]: AppColumns): UnseenApp[] =>
  (ids ?? []).map((id, index) => ({
    id,
    category: categories[index] ?? '',
    likes: likes[index] ?? 0,
    views: views[index] ?? 0,
  }));

/** Ranks the fresh apps and those that likes lead to. No like counts as leading to an unwanted app. */
export function rankByTaste(
  fresh: AppColumns,
  { paired, leads: [ids, leads, lifts, against], likes: [categories, counts], unwanted, version }: TasteRow,
): DeckCandidates['forYou'] {
  const apps = new Map([...appsIn(fresh), ...appsIn(paired)].map((app) => [app.id, app]));
  const leadsOf = new Map(
    (ids ?? []).map((id, index) => [
      id,
      { lead: leads[index] ?? '', lifts: lifts[index] ?? [], against: against[index] ?? [] },
    ]),
  );
  for (const id of unwanted ?? []) leadsOf.delete(id);
  const ranked = rankForYou([...apps.values()], {
    leads: leadsOf,
    likesByCategory: Object.fromEntries((categories ?? []).map((name, index) => [name, counts[index] ?? 0])),
  });
  const isUnwanted = new Set(unwanted);
  return {
    ranked: ranked.filter(({ id }) => !isUnwanted.has(id)),
    unwanted: ranked.filter(({ id }) => isUnwanted.has(id)),
    taste: version,
  };
}
