import { LEADS_MAX } from '@zapdeck/contract/taste';
import { isNotHidden } from '../hidden/is-hidden.ts';

/** SQL: the member's latest likes that lead to other apps, without apps that the member hides. `viewer` is SQL for the member's id. */
export const leadsOf = (viewer: string): string =>
  `SELECT apps.id, apps.category, votes.created_at AS liked_at FROM votes JOIN apps ON apps.id = votes.app_id
    WHERE votes.user_id = ${viewer} AND votes.vote_type = 'up' AND apps.status = 'approved'
      AND ${isNotHidden(viewer)}
      AND votes.created_at > coalesce((SELECT taste_cleared_at FROM users WHERE id = ${viewer}), '-infinity')
      AND NOT EXISTS (SELECT FROM avoided_apps WHERE user_id = ${viewer} AND app_id = apps.id)
    ORDER BY votes.created_at DESC, votes.id DESC LIMIT ${LEADS_MAX}`;
