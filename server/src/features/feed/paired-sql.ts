import type { Use } from '../../db/statement.ts';
import { isAvoided, pairedAppsOf } from '../for-you/paired-apps.ts';
import { type CandidateQuery, isNotDealt, shownOnly } from './candidate-query.ts';
import { IS_IN_ORDER } from './order.ts';
import { unseenOneByOne } from './sources.ts';

/** Selects the apps that likes of the viewer lead to, among those that the deck may deal as fresh. */
export function pairedSql(use: Use, query: CandidateQuery, limit?: number): string {
  const { viewerId } = query.start;
  const isFresh = [IS_IN_ORDER, isNotDealt(use, query, 'apps.id'), unseenOneByOne(viewerId)(use)];
  const isCandidate = [...isFresh, ...shownOnly(use, query)].join(' AND ');
  return pairedAppsOf(`${use(viewerId)}::uuid`, isCandidate, limit);
}

const AS_JSON = `json_build_object('id', id, 'category', category, 'upvotes', upvotes, 'views', views, 'lifts', lifts,
    'leadIds', lead_ids, 'againstIds', against_ids, 'againstLifts', against_lifts, 'likesInCategory', likes_in_category)`;

/** Columns `paired`, an array of `PairedApp`, and `later`, the ids in `fresh` that the viewer wants less of. */
export const pairColumns = (use: Use, query: CandidateQuery): string =>
  `(SELECT json_agg(${AS_JSON}) FROM (${pairedSql(use, query)}) AS listed) AS paired,
      (SELECT json_agg(id) FROM fresh AS apps WHERE ${isAvoided(`${use(query.start.viewerId)}::uuid`)}) AS later`;
