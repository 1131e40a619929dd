CREATE TABLE "interaction_batches" (
	"user_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interaction_batches_pkey" PRIMARY KEY("user_id","batch_id")
);
--> statement-breakpoint
ALTER TABLE "interaction_batches" ADD CONSTRAINT "interaction_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interaction_batches_created_idx" ON "interaction_batches" USING btree ("created_at");
--> statement-breakpoint
-- A batch of interactions in one round trip, as record_interaction does one: what a batch did stands once, however often
-- it arrives. The viewed apps are locked in the order of their ids, as durations do, and before anything else that others
-- wait for. A millisecond lies between each and the next, so that their order stays. Returns the apps whose views grew.
CREATE FUNCTION record_interactions(
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
  UPDATE apps SET views = views + 1 WHERE id = ANY (counted);
  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT met.id, actor, met.app, met.kind, met.duration, at - (cardinality(met_apps) - met.place) * interval '1 millisecond'
      FROM unnest(new_ids, met_apps, kinds, durations_ms) WITH ORDINALITY AS met (id, app, kind, duration, place)
      WHERE met.app = ANY (approved);
  RETURN counted;
END $$;
--> statement-breakpoint
-- A batch of times in one round trip. The user is locked first, so that their sends are counted one by one, then the apps
-- in the order of their ids. In sum no more is added than the time since the last send and the allowance; what goes
-- beyond the clock is borrowed from the next send, so that the allowance does not add up. False: it was counted before.
CREATE FUNCTION record_durations(
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
    UPDATE apps SET time_spent = time_spent + adding.ms FROM adding
      WHERE apps.id = adding.app AND apps.status = 'approved' AND adding.ms > 0
      RETURNING adding.ms
  )
  SELECT coalesce(sum(ms), 0) INTO added_ms FROM added;
  UPDATE users SET durations_sent_at = greatest(at, accounted_until + added_ms * interval '1 millisecond')
    WHERE id = actor;
  RETURN true;
END $$;
