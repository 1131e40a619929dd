import { AVOIDED_MAX, LEADS_MAX } from '@zapdeck/contract/feed/taste';
import { isNotHidden } from '../hidden/is-hidden.ts';
import { LIFTS, type RankedApp, rankForYou } from './score.ts';

/** SQL condition on `votes` and `apps`: the like leads to other apps. The app is neither hidden nor avoided. */
const isLead = (viewer: string): string =>
  `votes.user_id = ${viewer} AND votes.vote_type = 'up' AND apps.status = 'approved'
      AND ${isNotHidden(viewer)}
      AND votes.created_at > coalesce((SELECT taste_cleared_at FROM users WHERE id = ${viewer}), '-infinity')
      AND NOT EXISTS (SELECT FROM avoided_apps WHERE user_id = ${viewer} AND app_id = apps.id)`;

/** Returns SQL for the viewer's latest likes that lead to other apps. `viewer` is SQL for the viewer's id. */
export const leadsOf = (viewer: string): string =>
  `SELECT apps.id, apps.category, votes.created_at AS liked_at FROM votes JOIN apps ON apps.id = votes.app_id
    WHERE ${isLead(viewer)} ORDER BY votes.created_at DESC, votes.id DESC LIMIT ${LEADS_MAX}`;

/** Returns SQL for id and title of the apps in `ids` that lead to others. `viewer` and `ids` are SQL. */
export const leadTitles = (viewer: string, ids: string): string =>
  `SELECT apps.id, apps.title FROM votes JOIN apps ON apps.id = votes.app_id
    WHERE votes.app_id = ANY (${ids}) AND ${isLead(viewer)}`;

/** Returns SQL for a text that changes when the member avoids other apps or deletes their taste. `viewer` is SQL. */
export const tasteVersion = (viewer: string): string =>
  `md5(concat((SELECT extract(epoch FROM taste_cleared_at) FROM users WHERE id = ${viewer}), ' ',
    (SELECT string_agg(app_id::text, ' ' ORDER BY app_id) FROM avoided_apps WHERE user_id = ${viewer})))`;

export const PAIRED_MAX = 100;

const pairsOf = (sources: string): string =>
  `SELECT app_id, pairs.other_id, pairs.lift FROM (${sources}) AS sources JOIN strongest_pairs ON app_id = sources.id
        CROSS JOIN LATERAL unnest(other_ids, lifts) AS pairs (other_id, lift)`;

const strongestOf = (pairs: string): string =>
  `(SELECT other_id, max(lift) AS lift FROM ${pairs} GROUP BY other_id) AS ${pairs}`;

/**
 * Returns SQL for a WITH clause. `paired` lists the apps that likes lead to, strongest first, without those that an
 * avoided app leads to as strongly. `viewer` is SQL for an id, `isShown` a condition on `apps`.
 */
export const pairedApps = (viewer: string, isShown: string, limit = PAIRED_MAX): string =>
  `-- The likes that lead to other apps.
    leads AS MATERIALIZED (${leadsOf(viewer)}),
    -- The apps that they lead to.
    led AS MATERIALIZED (${pairsOf('SELECT id FROM leads')}),
    -- The apps that avoided apps lead to.
    against AS MATERIALIZED (${pairsOf(`SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer}
        ORDER BY created_at DESC, app_id LIMIT ${AVOIDED_MAX}`)}),
    -- Avoided apps, and those that avoided apps lead to at least as strongly as likes.
    unwanted AS MATERIALIZED (
      SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer}
      UNION SELECT other_id FROM ${strongestOf('against')} LEFT JOIN ${strongestOf('led')} USING (other_id)
        WHERE against.lift >= coalesce(led.lift, 0)
    ),
    -- The other apps that likes lead to.
    strongest AS MATERIALIZED (
      SELECT other_id, led.lift - coalesce(against.lift, 0) AS strength
      FROM ${strongestOf('led')} LEFT JOIN ${strongestOf('against')} USING (other_id)
      WHERE other_id NOT IN (SELECT id FROM unwanted) ORDER BY strength DESC, other_id
    ),
    -- Those that the deck deals, in the order of strongest: ORDER BY would look up all apps.
    paired AS MATERIALIZED (
      SELECT apps.* FROM strongest CROSS JOIN LATERAL (
        SELECT id, category FROM apps WHERE apps.id = strongest.other_id AND ${isShown} OFFSET 0
      ) AS apps LIMIT ${limit}
    )`;

const columnsOf = (columns: readonly string[], rows: string) =>
  `(SELECT json_build_array(${columns.map((column) => `json_agg(${column})`).join(', ')}) FROM ${rows})`;

const countsOf = (rows: string) =>
  columnsOf(
    ['likes', 'views'].map(
      (column) => `coalesce((SELECT ${column} FROM trending_scores WHERE app_id = ${rows}.id), 0)`,
    ),
    rows,
  );

const strongestFirst = 'ORDER BY lift DESC, app_id';

const LEADS_TO_APPS = `(
        SELECT other_id AS id, led.lead, led.lifts, coalesce(against.lifts, '{}') AS against FROM (
          SELECT other_id, (array_agg(app_id ${strongestFirst}))[1] AS lead, (array_agg(lift ${strongestFirst}))[1:${LIFTS}] AS lifts
          FROM led WHERE other_id IN (SELECT id FROM paired UNION SELECT id FROM fresh) GROUP BY other_id
        ) AS led LEFT JOIN (
          SELECT other_id, (array_agg(lift ${strongestFirst}))[1:${LIFTS}] AS lifts FROM against GROUP BY other_id
        ) AS against USING (other_id)
      ) AS found`;

type Counts = [likes: number[] | null, views: number[]];

export interface TasteRow {
  paired: [ids: string[] | null, categories: string[]];
  pairedCounts: Counts;
  freshCounts: Counts;
  leads: [ids: string[] | null, leads: string[], lifts: number[][], against: number[][]];
  likes: [categories: string[] | null, counts: number[]];
  unwanted: string[] | null;
  version: string;
}

/** Returns SQL for a `TasteRow` as JSON. Needs `fresh` and the WITH clause of `pairedApps`. */
export const tasteJson = (viewer: string): string =>
  `json_build_object('paired', ${columnsOf(['id', 'category'], 'paired')},
        'pairedCounts', ${countsOf('paired')}, 'freshCounts', ${countsOf('fresh')},
        'leads', ${columnsOf(['id', 'lead', 'lifts', 'against'], LEADS_TO_APPS)},
        'likes', ${columnsOf(['category', 'likes'], '(SELECT category, count(*) AS likes FROM leads GROUP BY category) AS counted')},
        'unwanted', (SELECT json_agg(id) FROM fresh WHERE id IN (SELECT id FROM unwanted)),
        'version', ${tasteVersion(viewer)})`;

interface DeckApp {
  id: string;
  category: string;
}

const withCounts = (apps: readonly DeckApp[], [likes, views]: Counts) =>
  apps.map(({ id, category }, index) => ({
    id,
    category,
    likes: likes?.[index] ?? 0,
    views: views[index] ?? 0,
  }));

interface TasteOrder {
  ranked: RankedApp[];
  unwanted: RankedApp[];
  taste: string;
}

/** Ranks the fresh apps and those that likes lead to. Ignores likes that lead to an unwanted app. */
export function rankByTaste(fresh: readonly DeckApp[], row: TasteRow): TasteOrder {
  const [ids, leads, lifts, against] = row.leads;
  const paired = (row.paired[0] ?? []).map((id, index) => ({ id, category: row.paired[1][index] ?? '' }));
  const unseen = [...withCounts(fresh, row.freshCounts), ...withCounts(paired, row.pairedCounts)];
  const leadsById = new Map(
    (ids ?? []).map((id, index) => [
      id,
      { lead: leads[index] ?? '', lifts: lifts[index] ?? [], against: against[index] ?? [] },
    ]),
  );
  for (const id of row.unwanted ?? []) leadsById.delete(id);
  const [categories, counts] = row.likes;
  const ranked = rankForYou([...new Map(unseen.map((app) => [app.id, app])).values()], {
    leads: leadsById,
    likesByCategory: Object.fromEntries((categories ?? []).map((name, index) => [name, counts[index] ?? 0])),
  });
  const isUnwanted = new Set(row.unwanted);
  return {
    ranked: ranked.filter(({ id }) => !isUnwanted.has(id)),
    unwanted: ranked.filter(({ id }) => isUnwanted.has(id)),
    taste: row.version,
  };
}
