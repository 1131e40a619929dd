import { AVOIDED_MAX } from '@zapdeck/contract/feed/taste';
import { leadsOf } from './leads.ts';
import { LIFTS } from './score.ts';

/** Number of paired apps that a hand scores. Those with the strongest lifts are chosen. */
export const PAIRED_MAX = 100;

/** Columns of the like rate. */
export const TRUSTED_COUNTS = ['likes', 'views'];

/** SQL: a column of `TRUSTED_COUNTS` of an app. Apps without trusted views have no row. */
export const trustedCount = (column: string): string =>
  `coalesce((SELECT ${column} FROM trending_scores WHERE app_id = apps.id), 0)`;

const avoidedBy = (viewer: string): string =>
  `SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer} ORDER BY created_at DESC, app_id LIMIT ${AVOIDED_MAX}`;

/** SQL: the pairs of the apps of `sources`. */
const pairsOf = (sources: string): string =>
  `SELECT app_id, pairs.other_id, pairs.lift FROM (${sources}) AS sources JOIN strongest_pairs ON app_id = sources.id
      CROSS JOIN LATERAL unnest(other_ids, lifts) AS pairs (other_id, lift)`;

/** SQL: the strongest lift to each app of `pairs`. */
const strongestOf = (pairs: string): string =>
  `SELECT other_id, max(lift) AS lift FROM ${pairs} GROUP BY other_id`;

interface PairedSelection {
  /** Condition of the deck on `apps`. */
  isShown: string;
  /** Maximum number of apps. */
  limit?: number | undefined;
}

/**
 * SQL for a WITH clause. `paired` has the apps that the likes of a viewer lead to, the strongest first. It leaves out those that an
 * avoided app leads to at least as strongly. `viewer` is SQL for the viewer's id.
 */
export const pairedApps = (viewer: string, { isShown, limit = PAIRED_MAX }: PairedSelection): string =>
  `leads AS MATERIALIZED (${leadsOf(viewer)}),
      led AS MATERIALIZED (${pairsOf('SELECT id FROM leads')}),
      against AS MATERIALIZED (${pairsOf(avoidedBy(viewer))}),
      unwanted AS MATERIALIZED (
        SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer}
        UNION SELECT other_id FROM (${strongestOf('against')}) AS against LEFT JOIN (${strongestOf('led')}) AS led USING (other_id)
          WHERE against.lift >= coalesce(led.lift, 0)
      ),
      strongest AS MATERIALIZED (
        SELECT other_id, led.lift - coalesce(against.lift, 0) AS strength
        FROM (${strongestOf('led')}) AS led LEFT JOIN (${strongestOf('against')}) AS against USING (other_id)
        WHERE other_id NOT IN (SELECT id FROM unwanted) ORDER BY strength DESC, other_id
      ),
      paired AS MATERIALIZED (
        -- Keeps the order of strongest. ORDER BY would look up all apps.
        SELECT apps.* FROM strongest CROSS JOIN LATERAL (
          SELECT id, category, ${TRUSTED_COUNTS.map((column) => `${trustedCount(column)} AS ${column}`).join(', ')}
          FROM apps WHERE apps.id = strongest.other_id AND ${isShown} OFFSET 0
        ) AS apps LIMIT ${limit}
      )`;

const strongestFirst = 'ORDER BY lift DESC, app_id';

/** SQL: the pairs of each app of `apps` that likes lead to, as `Leads`. Reads the WITH clause of `pairedApps`. */
export const leadsToApps = (apps: string): string =>
  `SELECT other_id AS id, led.lead, led.lifts, coalesce(against.lifts, '{}') AS against FROM (
      SELECT other_id, (array_agg(app_id ${strongestFirst}))[1] AS lead, (array_agg(lift ${strongestFirst}))[1:${LIFTS}] AS lifts
      FROM led WHERE other_id IN (${apps}) GROUP BY other_id
    ) AS led LEFT JOIN (
      SELECT other_id, (array_agg(lift ${strongestFirst}))[1:${LIFTS}] AS lifts FROM against GROUP BY other_id
    ) AS against USING (other_id)`;
