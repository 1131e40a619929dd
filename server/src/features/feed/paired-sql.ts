import type { Use } from '../../db/statement.ts';
import { isAvoided, pairedAppsOf } from '../for-you/paired-apps.ts';
import { tasteVersion } from '../for-you/taste-version.ts';
import { type CandidateQuery, isNotDealt, isUnseen, shownOnly } from './candidate-query.ts';
import { IS_IN_ORDER } from './order.ts';

/** Selects the apps that likes of the viewer lead to, among those that the deck may deal as fresh. */
export function pairedSql(use: Use, query: CandidateQuery, limit?: number): string {
  const { viewerId } = query.start;
  const isOpen = [isNotDealt(use, query, 'other_id'), isUnseen(use, query, 'other_id')].join(' AND ');
  const isShown = [IS_IN_ORDER, ...shownOnly(use, query)].join(' AND ');
  return pairedAppsOf(`${use(viewerId)}::uuid`, { isOpen, isShown }, limit);
}

const AS_JSON = `json_build_object('id', id, 'category', category, 'upvotes', upvotes, 'views', views, 'lifts', lifts,
    'leadIds', lead_ids, 'againstIds', against_ids, 'againstLifts', against_lifts, 'likesInCategory', likes_in_category)`;

/**
 * SQL columns: `paired`, an array of `PairedApp`; `unwanted`, the ids in `fresh` that the viewer wants less of; and `taste`, the
 * version of the taste that they follow. The first two are NULL unless `condition` holds.
 */
export const pairColumns = (use: Use, query: CandidateQuery, condition: string): string =>
  `CASE WHEN ${condition} THEN (SELECT json_agg(${AS_JSON}) FROM (${pairedSql(use, query)}) AS listed) END AS paired,
      CASE WHEN ${condition} THEN (
        SELECT json_agg(id) FROM fresh AS apps WHERE ${isAvoided(`${use(query.start.viewerId)}::uuid`)}
      ) END AS unwanted, ${tasteVersion(`${use(query.start.viewerId)}::uuid`)} AS taste`;
