import { AVOIDED_MAX } from '@zapdeck/contract/taste';
import { leadsOf } from './leads.ts';
import { LIFTS } from './score.ts';

/** Number of apps that a request scores for their lifts: those with the strongest ones. */
export const PAIRED_MAX = 300;
/** Number of apps that a request looks up. It is higher, because some are not approved, unreachable or hidden. */
const LOOKED_UP_MAX = 450;

const avoidedBy = (viewer: string): string =>
  `SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer} ORDER BY created_at DESC, app_id LIMIT ${AVOIDED_MAX}`;

/** SQL: the pairs of the apps of `sources`. */
const pairsOf = (sources: string): string =>
  `SELECT app_id, other_id, lift FROM (${sources}) AS sources JOIN app_pairs ON app_pairs.app_id = sources.id`;

/** SQL: the strongest lift to each app of `pairs`. */
const strongestOf = (pairs: string): string =>
  `SELECT other_id, max(lift) AS lift FROM ${pairs} GROUP BY other_id`;

/** Conditions of a deck for its candidates. */
interface CandidateConditions {
  /** Condition on the id, in the column `other_id`. */
  isOpen: string;
  /** Condition on `apps`. */
  isShown: string;
}

/**
 * SQL for a WITH clause. `paired` has the apps that the likes of a viewer lead to, the strongest first. It leaves out those that an
 * avoided app leads to at least as strongly. `viewer` is SQL for the viewer's id.
 */
export const pairedApps = (
  viewer: string,
  { isOpen, isShown }: CandidateConditions,
  limit = PAIRED_MAX,
): string =>
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
        WHERE other_id NOT IN (SELECT id FROM unwanted) AND ${isOpen}
        ORDER BY strength DESC, other_id LIMIT ${LOOKED_UP_MAX}
      ),
      paired AS MATERIALIZED (
        SELECT apps.* FROM strongest CROSS JOIN LATERAL (
          SELECT id, category, upvotes, views FROM apps WHERE apps.id = strongest.other_id AND ${isShown} OFFSET 0
        ) AS apps ORDER BY strength DESC, id LIMIT ${limit}
      )`;

const strongestLifts = `(array_agg(lift ORDER BY lift DESC))[1:${LIFTS}]`;

/** SQL: the pairs of each app of `apps` that likes lead to, as `Leads`. Reads the WITH clause of `pairedApps`. */
export const leadsToApps = (apps: string): string =>
  `SELECT other_id AS id, led.lead, led.lifts, coalesce(against.lifts, '{}') AS against FROM (
      SELECT other_id, (array_agg(app_id ORDER BY lift DESC, app_id))[1] AS lead, ${strongestLifts} AS lifts
      FROM led WHERE other_id IN (${apps}) GROUP BY other_id
    ) AS led LEFT JOIN (
      SELECT other_id, ${strongestLifts} AS lifts FROM against GROUP BY other_id
    ) AS against USING (other_id)`;
