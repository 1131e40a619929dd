-- Interactions that arrive together, or one alone. They mark their apps as seen; a view counts into the app's views where
-- the last one that counted is `view_window` old, of several by one person on one app the first of which that is so.
-- A row for each that was dealt with, null where there is no such approved app, else whether it counted; none for those
-- whose app or person is held elsewhere, or whose person is gone.
-- An app that is viewed is locked as by a vote, others so that they stay.
CREATE OR REPLACE FUNCTION record_interactions_together(
  new_ids uuid[], actors uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[], ats timestamptz[],
  view_window interval, waits boolean
) RETURNS TABLE (place integer, is_counted boolean) LANGUAGE plpgsql AS $$
DECLARE
  held_actors uuid[] := hold_users(actors, waits);
  viewed uuid[] := ARRAY(SELECT app FROM unnest(met_apps, kinds) AS met (app, kind) WHERE kind = 'view');
  held_apps uuid[] := '{}';
  places integer[];
  counted integer[] := '{}';
BEGIN
  IF cardinality(viewed) > 0 THEN
    held_apps := hold_apps(viewed, waits);
  END IF;
  IF cardinality(viewed) < cardinality(met_apps) THEN
    IF waits THEN
      held_apps := held_apps || ARRAY(SELECT id FROM apps
        WHERE id = ANY (met_apps) AND id <> ALL (viewed) AND status = 'approved' ORDER BY id FOR KEY SHARE);
    ELSE
      held_apps := held_apps || ARRAY(SELECT id FROM apps
        WHERE id = ANY (met_apps) AND id <> ALL (viewed) AND status = 'approved' FOR KEY SHARE SKIP LOCKED);
    END IF;
  END IF;
  places := ARRAY(SELECT no::integer FROM unnest(actors, met_apps) WITH ORDINALITY AS met (actor, app, no)
    WHERE actor = ANY (held_actors) AND app = ANY (held_apps));

  INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at)
    SELECT actors[n], met_apps[n], max(ats[n]) FROM unnest(places) AS n GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, app_id)
    DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at);
  IF cardinality(viewed) > 0 THEN
    WITH counting AS (
      UPDATE seen_apps SET view_counted_at = first.at
        FROM (
          SELECT DISTINCT ON (user_id, app_id) user_id, app_id, n, ats[n] AS at
            FROM unnest(places) AS n JOIN seen_apps ON user_id = actors[n] AND app_id = met_apps[n]
            WHERE kinds[n] = 'view' AND (view_counted_at IS NULL OR view_counted_at <= ats[n] - view_window)
            ORDER BY user_id, app_id, n
        ) AS first
        WHERE seen_apps.user_id = first.user_id AND seen_apps.app_id = first.app_id
        RETURNING first.n
    )
    SELECT coalesce(array_agg(n), '{}') INTO counted FROM counting;
    IF cardinality(counted) > 0 THEN
      PERFORM add_views(
        ARRAY(SELECT met_apps[n] FROM unnest(counted) AS n), ARRAY(SELECT ats[n] FROM unnest(counted) AS n));
    END IF;
  END IF;
  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT new_ids[n], actors[n], met_apps[n], kinds[n], durations_ms[n], ats[n] FROM unnest(places) AS n;
  RETURN QUERY
    SELECT n, n = ANY (counted) FROM unnest(places) AS n
    UNION ALL
    SELECT no::integer, NULL::boolean FROM unnest(met_apps) WITH ORDINALITY AS met (app, no)
      WHERE app <> ALL (held_apps) AND (waits OR NOT EXISTS (SELECT FROM apps WHERE id = app AND status = 'approved'));
END $$;
