-- Makes apps that the person viewed before a time count as not seen. Keeps the times at which their views were counted.
CREATE OR REPLACE FUNCTION forget_views_before(person uuid, until timestamptz, viewed_apps uuid[])
  RETURNS void LANGUAGE sql AS $$
  WITH forgotten AS (
    DELETE FROM seen_apps WHERE user_id = person AND app_id = ANY (viewed_apps) AND last_viewed_at < until
      RETURNING app_id, view_counted_at
  )
  INSERT INTO cleared_views AS cleared (user_id, app_id, view_counted_at)
    SELECT person, app_id, view_counted_at FROM forgotten WHERE view_counted_at IS NOT NULL
    ON CONFLICT (user_id, app_id) DO UPDATE SET view_counted_at = greatest(cleared.view_counted_at, excluded.view_counted_at)
$$;
