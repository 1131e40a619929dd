CREATE TABLE "daily_views" (
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_views_pkey" PRIMARY KEY("day","app_id"),
	CONSTRAINT "daily_views_positive" CHECK ("daily_views"."views" > 0)
);
--> statement-breakpoint
DROP INDEX "interactions_views_created_idx";
--> statement-breakpoint
UPDATE apps SET time_spent = 9007199254740991 WHERE time_spent > 9007199254740991;
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_time_spent_readable" CHECK ("apps"."time_spent" <= 9007199254740991);
--> statement-breakpoint
-- The past year as it can still be told: of one person's views of one app those that are half an hour after the last that
-- counted. What a clean-up or a deleted account has taken is gone.
CREATE FUNCTION past_views() RETURNS TABLE (day date, app_id uuid) LANGUAGE plpgsql AS $$
DECLARE
  met record;
  last_user uuid;
  last_app uuid;
  counted_at timestamptz;
BEGIN
  FOR met IN SELECT i.user_id, i.app_id, i.created_at FROM user_app_interactions AS i
    WHERE i.interaction_type = 'view' AND i.created_at > now() - interval '366 days'
    ORDER BY i.user_id, i.app_id, i.created_at
  LOOP
    IF (met.user_id, met.app_id) IS DISTINCT FROM (last_user, last_app)
      OR met.created_at >= counted_at + interval '30 minutes' THEN
      counted_at := met.created_at;
      day := (met.created_at AT TIME ZONE 'UTC')::date;
      app_id := met.app_id;
      RETURN NEXT;
    END IF;
    last_user := met.user_id;
    last_app := met.app_id;
  END LOOP;
END $$;
--> statement-breakpoint
INSERT INTO daily_views (day, app_id, views) SELECT day, app_id, count(*) FROM past_views() GROUP BY 1, 2;
--> statement-breakpoint
DROP FUNCTION past_views;
--> statement-breakpoint
-- Adds views that count to their apps and to their days, by UTC. The caller holds the apps, so nobody waits for a day: who
-- writes the same row of it has to hold the same app. A number that is full stays so.
CREATE FUNCTION add_views(viewed uuid[], ats timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE apps SET views = least(views + grown.by_views, 2147483647)
    FROM (SELECT id, count(*) AS by_views FROM unnest(viewed) AS id GROUP BY id) AS grown WHERE apps.id = grown.id;
  INSERT INTO daily_views AS known (day, app_id, views)
    SELECT (at AT TIME ZONE 'UTC')::date, app, count(*) FROM unnest(viewed, ats) AS met (app, at) GROUP BY 1, 2
    ON CONFLICT (day, app_id) DO UPDATE SET views = known.views + excluded.views;
END $$;
--> statement-breakpoint
-- As before; the views are added to their days too.
CREATE OR REPLACE FUNCTION record_interactions(
  actor uuid, batch uuid, at timestamptz, view_window interval,
  new_ids uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[]
) RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  approved uuid[];
  viewed uuid[] := ARRAY(SELECT met.app FROM unnest(met_apps, kinds) AS met (app, kind) WHERE met.kind = 'view');
  counted uuid[];
BEGIN
  INSERT INTO interaction_batches (user_id, batch_id, created_at) VALUES (actor, batch, at) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN '{}';
  END IF;
  PERFORM FROM apps WHERE id = ANY (viewed) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE;
  approved := ARRAY(SELECT id FROM apps WHERE id = ANY (met_apps) AND status = 'approved');
  INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at)
    SELECT actor, met.app, at - (cardinality(met_apps) - max(met.place)) * interval '1 millisecond'
      FROM unnest(met_apps) WITH ORDINALITY AS met (app, place) WHERE met.app = ANY (approved)
      GROUP BY met.app ORDER BY met.app
    ON CONFLICT (user_id, app_id)
    DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at);
  WITH counting AS (
    UPDATE seen_apps SET view_counted_at = at
      WHERE user_id = actor AND app_id = ANY (viewed) AND app_id = ANY (approved)
        AND (view_counted_at IS NULL OR view_counted_at <= at - view_window)
      RETURNING app_id
  )
  SELECT coalesce(array_agg(app_id), '{}') INTO counted FROM counting;
  IF cardinality(counted) > 0 THEN
    PERFORM add_views(counted, array_fill(at, ARRAY[cardinality(counted)]));
  END IF;
  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT met.id, actor, met.app, met.kind, met.duration, at - (cardinality(met_apps) - met.place) * interval '1 millisecond'
      FROM unnest(new_ids, met_apps, kinds, durations_ms) WITH ORDINALITY AS met (id, app, kind, duration, place)
      WHERE met.app = ANY (approved);
  RETURN counted;
END $$;
--> statement-breakpoint
-- Likewise.
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
--> statement-breakpoint
-- As before, and never past what a client can read.
CREATE OR REPLACE FUNCTION record_durations(
  actor uuid, batch uuid, at timestamptz, allowance_ms bigint, spent_on uuid[], times_ms bigint[]
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  accounted_until timestamptz;
  allowed_ms bigint;
  reported_ms bigint;
  added_ms bigint;
BEGIN
  SELECT coalesce(durations_sent_at, created_at) INTO STRICT accounted_until
    FROM users WHERE id = actor FOR NO KEY UPDATE;
  IF batch IS NOT NULL THEN
    INSERT INTO duration_batches (user_id, batch_id, created_at) VALUES (actor, batch, at) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN false;
    END IF;
  END IF;
  PERFORM FROM apps WHERE id = ANY (spent_on) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE;
  SELECT coalesce(sum(spent.ms), 0) INTO reported_ms
    FROM unnest(spent_on, times_ms) AS spent (app, ms) JOIN apps ON apps.id = spent.app AND apps.status = 'approved';
  allowed_ms := greatest(0, round(extract(epoch FROM at - accounted_until) * 1000)::bigint + allowance_ms);
  WITH adding AS (
    SELECT spent.app, CASE WHEN reported_ms > allowed_ms THEN spent.ms * allowed_ms / reported_ms ELSE spent.ms END AS ms
      FROM unnest(spent_on, times_ms) AS spent (app, ms)
  ), added AS (
    UPDATE apps SET time_spent = least(time_spent + adding.ms, 9007199254740991) FROM adding
      WHERE apps.id = adding.app AND apps.status = 'approved' AND adding.ms > 0
      RETURNING adding.ms
  )
  SELECT coalesce(sum(ms), 0) INTO added_ms FROM added;
  UPDATE users SET durations_sent_at = greatest(at, accounted_until + added_ms * interval '1 millisecond')
    WHERE id = actor;
  RETURN true;
END $$;
