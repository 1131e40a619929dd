/** SQL: a text that changes if the member avoids other apps or deletes their taste. `viewer` is SQL for their id. */
export const tasteVersion = (viewer: string): string =>
  `md5(concat((SELECT extract(epoch FROM taste_cleared_at) FROM users WHERE id = ${viewer}), ' ',
    (SELECT string_agg(app_id::text, ' ' ORDER BY app_id) FROM avoided_apps WHERE user_id = ${viewer})))`;
