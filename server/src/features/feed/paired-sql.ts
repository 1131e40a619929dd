import type { Use } from '../../db/statement.ts';
import { pairedApps } from '../for-you/paired-apps.ts';
import { type CandidateQuery, isNotDealt, isUnseen, shownOnly } from './candidate-query.ts';
import { IS_IN_ORDER } from './order.ts';

/** SQL for a WITH clause: the apps that likes of the viewer lead to, among those that the deck may deal as fresh. */
export function pairedSql(use: Use, query: CandidateQuery, limit?: number): string {
  const { viewerId } = query.start;
  const isOpen = [
    IS_IN_ORDER,
    isNotDealt(use, query, 'apps.id'),
    isUnseen(use, query),
    ...shownOnly(use, query),
  ];
  return pairedApps(`${use(viewerId)}::uuid`, { isShown: isOpen.join(' AND '), limit });
}
