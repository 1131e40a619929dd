-- A batch of interactions in one round trip: what a batch did stands once, however often it arrives. They mark their apps
-- as seen, and a view counts into the app's views where the last one that counted is `view_window` old. The viewed apps are
-- locked in the order of their ids, as durations do, and before anything else that others wait for. A millisecond lies
-- between each and the next, so that their order stays. Returns the apps whose views grew.
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
