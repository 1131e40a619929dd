import { LEADS_MAX } from '@zapdeck/contract/feed/taste';
import { isNotHidden } from '../hidden/is-hidden.ts';

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
