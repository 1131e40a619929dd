import { LEADS_MAX } from '@zapdeck/contract/taste';
import { leadsOf } from './leads.ts';
import { type Lead, LIFTS, scoreForYou } from './score.ts';

/** Paired apps that a request reads: those with the strongest lifts. */
export const PAIRED_MAX = 400;
/** SQL: the strongest pairs of each app that the apps of `sources` lead to, as arrays. */
const ledFrom = (sources: string): string =>
  `SELECT other_id, (array_agg(app_id ORDER BY lift DESC, app_id))[1:${LIFTS}] AS ids,
      (array_agg(lift ORDER BY lift DESC, app_id))[1:${LIFTS}] AS lifts
    FROM (${sources}) AS sources JOIN app_pairs ON app_pairs.app_id = sources.id GROUP BY other_id`;

const avoidedBy = (viewer: string): string =>
  `SELECT app_id AS id FROM avoided_apps WHERE user_id = ${viewer} ORDER BY created_at DESC, app_id LIMIT ${LEADS_MAX}`;

/**
 * SQL: the apps that the likes of a viewer lead to, the strongest first. `viewer` is SQL for the viewer's id, and `isCandidate` a
 * condition on `apps`. Leaves out apps that an avoided app leads to more strongly.
 */
export const pairedAppsOf = (viewer: string, isCandidate: string, limit = PAIRED_MAX): string =>
  `WITH leads AS MATERIALIZED (${leadsOf(viewer)}), led AS MATERIALIZED (${ledFrom('SELECT id FROM leads')}),
      against AS MATERIALIZED (${ledFrom(avoidedBy(viewer))})
    SELECT apps.id, apps.category, apps.upvotes, apps.views, led.ids AS lead_ids, led.lifts,
      coalesce(against.ids, '{}') AS against_ids, coalesce(against.lifts, '{}') AS against_lifts,
      (SELECT count(*) FROM leads WHERE leads.category = apps.category) AS likes_in_category
    FROM led CROSS JOIN LATERAL (
      SELECT id, category, upvotes, views FROM apps WHERE apps.id = led.other_id AND ${isCandidate} OFFSET 0
    ) AS apps LEFT JOIN against ON against.other_id = apps.id
    WHERE led.lifts[1] > coalesce(against.lifts[1], 0)
      AND NOT EXISTS (SELECT FROM avoided_apps WHERE user_id = ${viewer} AND app_id = apps.id)
    ORDER BY led.lifts[1] - coalesce(against.lifts[1], 0) DESC, apps.id LIMIT ${limit}`;

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

/** A paired app. */
export interface RankedPair {
  id: string;
  category: string;
  /** The liked app that leads to it; undefined if it is there for its like rate. */
  because?: string;
}

/** Returns the like rate of all the apps together. Views and likes are added, so that it is between 0 and 1. */
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
