import { AVOIDED_MAX } from '@zapdeck/contract/taste';
import { leadsOf } from './leads.ts';
import { type Lead, LIFTS, scoreForYou } from './score.ts';

/** Number of apps that a request scores: those with the strongest lifts. */
export const PAIRED_MAX = 300;
/** Number of apps that a request looks up. It is higher, because some are not approved, unreachable or hidden. */
const LOOKED_UP_MAX = 450;

/** SQL: the strongest pairs of each app that the apps of `sources` lead to, as arrays. */
const ledFrom = (sources: string): string =>
  `SELECT other_id, (array_agg(app_id ORDER BY lift DESC, app_id))[1:${LIFTS}] AS ids,
      (array_agg(lift ORDER BY lift DESC, app_id))[1:${LIFTS}] AS lifts
    FROM (${sources}) AS sources JOIN app_pairs ON app_pairs.app_id = sources.id GROUP BY other_id`;

const avoidedBy = (viewer: string): string =>
  `SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer} ORDER BY created_at DESC, app_id LIMIT ${AVOIDED_MAX}`;

/** Conditions of a deck for its candidates. */
interface CandidateConditions {
  /** Condition on the id, in the column `other_id`. */
  isOpen: string;
  /** Condition on `apps`. */
  isShown: string;
}

/**
 * SQL: the apps that the likes of a viewer lead to, the strongest first. `viewer` is SQL for the viewer's id. Leaves out apps
 * that an avoided app leads to more strongly. Looks at `LOOKED_UP_MAX` apps at most.
 */
export const pairedAppsOf = (
  viewer: string,
  { isOpen, isShown }: CandidateConditions,
  limit = PAIRED_MAX,
): string =>
  `WITH leads AS MATERIALIZED (${leadsOf(viewer)}), led AS MATERIALIZED (${ledFrom('SELECT id FROM leads')}),
      against AS MATERIALIZED (${ledFrom(avoidedBy(viewer))}),
      categories AS MATERIALIZED (SELECT category, count(*) AS likes FROM leads GROUP BY category),
      strongest AS MATERIALIZED (
        SELECT other_id, led.ids AS lead_ids, led.lifts, coalesce(against.ids, '{}') AS against_ids,
          coalesce(against.lifts, '{}') AS against_lifts, led.lifts[1] - coalesce(against.lifts[1], 0) AS strength
        FROM led LEFT JOIN against USING (other_id)
        WHERE led.lifts[1] > coalesce(against.lifts[1], 0) AND ${isOpen}
          AND other_id NOT IN (SELECT app_id FROM avoided_apps WHERE user_id = ${viewer})
        ORDER BY strength DESC, other_id LIMIT ${LOOKED_UP_MAX}
      )
    SELECT apps.*, lead_ids, lifts, against_ids, against_lifts, coalesce(categories.likes, 0) AS likes_in_category
    FROM strongest CROSS JOIN LATERAL (
      SELECT id, category, upvotes, views FROM apps WHERE apps.id = strongest.other_id AND ${isShown} OFFSET 0
    ) AS apps LEFT JOIN categories ON categories.category = apps.category
    ORDER BY strength DESC, apps.id LIMIT ${limit}`;

/** SQL condition on `apps`: the viewer wants less like the app. */
export const isAvoided = (viewer: string): string =>
  `(EXISTS (SELECT FROM avoided_apps WHERE user_id = ${viewer} AND app_id = apps.id)
    OR EXISTS (SELECT FROM avoided_apps JOIN app_pairs USING (app_id)
      WHERE avoided_apps.user_id = ${viewer} AND app_pairs.other_id = apps.id))`;

/** An app that likes of the viewer lead to. */
export interface PairedApp {
  id: string;
  category: string;
  upvotes: number;
  views: number;
  /** The liked apps with the strongest lifts, and these lifts. */
  leadIds: readonly string[];
  lifts: readonly number[];
  /** The avoided apps with the strongest lifts, and these lifts. */
  againstIds: readonly string[];
  againstLifts: readonly number[];
  /** Likes of the viewer in the category of the app. */
  likesInCategory: number;
}

/** A paired app after ranking, with its reason. */
export interface RankedPair {
  id: string;
  category: string;
  /** The liked app that leads to it; undefined if it is there for its like rate. */
  because?: string;
}

/** Returns the like rate of all these apps together. One like and five views are added, so that it is never 0 or 1. */
function averageOf(apps: readonly PairedApp[]): number {
  const likes = apps.reduce((sum, app) => sum + app.upvotes, 1);
  const views = apps.reduce((sum, app) => sum + Math.max(app.upvotes, app.views), 5);
  return likes / views;
}

const leadsIn = (ids: readonly string[], lifts: readonly number[]): Lead[] =>
  ids.map((appId, index) => ({ appId, lift: lifts[index] ?? 0 }));

/** Returns the apps by their score. Of equal scores, the app in the category with more likes is first. */
export function rankPairs(paired: readonly PairedApp[]): RankedPair[] {
  const average = averageOf(paired);
  return paired
    .map((app) => {
      const { id, upvotes: likes, views, likesInCategory } = app;
      const leads = leadsIn(app.leadIds, app.lifts);
      const avoided = leadsIn(app.againstIds, app.againstLifts);
      const { score, lead } = scoreForYou({ likes, views }, { average, leads, avoided });
      const ranked = { id, category: app.category, ...(lead === null ? {} : { because: lead }) };
      return { ranked, score, likesInCategory };
    })
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.likesInCategory - one.likesInCategory ||
        (one.ranked.id < other.ranked.id ? -1 : 1),
    )
    .map(({ ranked }) => ranked);
}
