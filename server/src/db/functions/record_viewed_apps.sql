-- Stores interactions that were made at `made_at` and arrived at `at`. Locks the user, then the user's seen apps, as deletions do,
-- then the apps by id, then their budgets. A view counts if the last counted one is `view_window` old. In a batch, all other
-- interactions are zaps. Returns the number of stored rows and the apps with a new view, and no row for a deleted or suspended user.
-- Of guests, and of accounts that must first confirm their address or be approved, stores only seen apps and first views. If the
-- user has asked since `made_at` for seen apps to be dealt again, the apps count as not seen. Planned once per connection: planning
-- costs more than the plan saves. A view of a second of a card that `best` or `trending` dealt is stored with its network, once in
-- 14 days.
CREATE OR REPLACE FUNCTION record_viewed_apps(
  person uuid, batch uuid, at timestamptz, made_at timestamptz, view_window interval,
  new_ids uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[], network_hash bytea
) RETURNS TABLE (stored integer, counted uuid[], zap_count_after integer) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  viewed uuid[] := ARRAY(SELECT app FROM unnest(met_apps, kinds) AS met (app, kind) WHERE kind = 'view');
  approved uuid[];
  new_to_person uuid[];
  has_account boolean;
  since timestamptz;
  cleared_at timestamptz;
  zaps bigint;
  dealt uuid[];
BEGIN
  SELECT zap_count, NOT is_guest AND NOT (must_confirm_email AND email_verified_at IS NULL)
        AND NOT (must_be_approved AND approved_at IS NULL),
      greatest(created_at, CASE WHEN must_confirm_email THEN email_verified_at END, approved_at), seen_cleared_at
    INTO zap_count_after, has_account, since, cleared_at
    FROM users WHERE id = person AND suspended_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  stored := 0;
  counted := '{}';
  IF batch IS NOT NULL THEN
    INSERT INTO interaction_batches (user_id, batch_id, created_at) VALUES (person, batch, at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN NEXT;
      RETURN;
    END IF;
  END IF;

  PERFORM FROM seen_apps WHERE user_id = person AND app_id = ANY (met_apps) ORDER BY app_id FOR NO KEY UPDATE;
  IF has_account THEN
    PERFORM FROM apps WHERE id = ANY (viewed) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE;
  END IF;
  approved := ARRAY(SELECT id FROM apps WHERE id = ANY (met_apps) AND status = 'approved' ORDER BY id FOR KEY SHARE);
  -- Most views are of apps without an open budget, so that is asked first. A view by a guest, also before
  -- a sign-up, leaves no time at which it was counted.
  new_to_person := ARRAY(
    SELECT budget.app_id FROM view_budgets AS budget JOIN apps ON apps.id = budget.app_id
      WHERE budget.app_id = ANY (viewed) AND budget.app_id = ANY (approved)
        AND budget.finished_at IS NULL AND budget.due_at IS NOT NULL
        AND apps.submitted_by IS DISTINCT FROM person
        AND NOT EXISTS (SELECT FROM seen_apps WHERE user_id = person AND app_id = budget.app_id
          AND (NOT has_account OR view_counted_at IS NOT NULL OR last_viewed_at < since))
        AND NOT EXISTS (SELECT FROM cleared_views WHERE user_id = person AND app_id = budget.app_id));
  INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at, view_counted_at, is_viewed)
    SELECT person, app, made_at - (cardinality(met_apps) - max(place)) * interval '1 millisecond',
        (SELECT view_counted_at FROM cleared_views WHERE user_id = person AND app_id = app), max(duration) >= 1000
      FROM unnest(met_apps, durations_ms) WITH ORDINALITY AS met (app, duration, place) WHERE app = ANY (approved)
      GROUP BY app ORDER BY app
    ON CONFLICT (user_id, app_id)
    DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at),
      is_viewed = seen.is_viewed OR excluded.is_viewed;
  IF cardinality(new_to_person) > 0 THEN
    PERFORM count_first_views(person, (SELECT counts_as_guest(users) FROM users WHERE id = person), at, new_to_person);
  END IF;
  IF NOT has_account THEN
    IF made_at < cleared_at THEN
      PERFORM forget_views_before(person, cleared_at, approved);
    END IF;
    RETURN NEXT;
    RETURN;
  END IF;
  WITH counting AS (
    UPDATE seen_apps SET view_counted_at = at
      WHERE user_id = person AND app_id = ANY (viewed) AND app_id = ANY (approved)
        AND (view_counted_at IS NULL OR view_counted_at <= at - view_window)
      RETURNING app_id
  )
  SELECT coalesce(array_agg(app_id), '{}') INTO counted FROM counting;
  -- The lock of the app comes first, so no transaction waits for the row of the day. A number at its maximum does not grow.
  IF cardinality(counted) > 0 THEN
    UPDATE apps SET views = least(views + 1::bigint, 2147483647) WHERE id = ANY (counted);
    INSERT INTO daily_views AS known (day, app_id, views)
      SELECT (at AT TIME ZONE 'UTC')::date, app, 1 FROM unnest(counted) AS app
      ON CONFLICT (day, app_id) DO UPDATE SET views = known.views + 1;
  END IF;
  -- The limit bounds the work for a person with very many pages.
  dealt := ARRAY(SELECT unnest(app_ids) FROM (
      SELECT app_ids FROM decks JOIN deck_pages ON deck_id = decks.id AND deck_pages.day = decks.day
        WHERE user_id = person AND started_at > at - interval '2 days' AND kind IN ('best', 'trending')
        ORDER BY started_at DESC, page DESC LIMIT 100
    ) AS newest);
  INSERT INTO dealt_views AS known (user_id, app_id, network, viewed_at)
    SELECT person, app_id, network_hash, at FROM seen_apps
      WHERE user_id = person AND app_id = ANY (viewed) AND app_id = ANY (approved) AND app_id = ANY (dealt) AND is_viewed
    ON CONFLICT (user_id, app_id) DO UPDATE SET network = excluded.network, viewed_at = excluded.viewed_at
      WHERE known.viewed_at <= at - interval '14 days';

  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT id, person, app, kind, duration, at - (cardinality(met_apps) - place) * interval '1 millisecond'
      FROM unnest(new_ids, met_apps, kinds, durations_ms) WITH ORDINALITY AS met (id, app, kind, duration, place)
      WHERE app = ANY (approved);
  GET DIAGNOSTICS stored = ROW_COUNT;
  SELECT count(*) INTO zaps FROM unnest(met_apps, kinds) AS met (app, kind)
    WHERE batch IS NOT NULL AND kind <> 'view' AND app = ANY (approved);
  IF zaps > 0 THEN
    UPDATE users SET zap_count = least(zap_count + zaps, 2147483647) WHERE id = person
      RETURNING zap_count INTO zap_count_after;
  END IF;
  IF made_at < cleared_at THEN
    PERFORM forget_views_before(person, cleared_at, approved);
  END IF;
  RETURN NEXT;
END $$;

-- Called by nodes that do not know the network of a view.
CREATE OR REPLACE FUNCTION record_viewed_apps(
  person uuid, batch uuid, at timestamptz, made_at timestamptz, view_window interval,
  new_ids uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[]
) RETURNS TABLE (stored integer, counted uuid[], zap_count_after integer) LANGUAGE sql AS $$
  SELECT * FROM record_viewed_apps(person, batch, at, made_at, view_window, new_ids, met_apps, kinds, durations_ms, NULL)
$$;
