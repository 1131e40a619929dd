-- A batch with what it makes of its sender's zap count: as many as it stored, but for the views. Counted from the rows, so
-- that a batch that was stored before adds nothing, whoever stored it. The user is locked first, as everywhere.
CREATE OR REPLACE FUNCTION record_interaction_batch(
  actor uuid, batch uuid, at timestamptz, view_window interval,
  new_ids uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[]
) RETURNS TABLE (counted uuid[], zap_count_after integer) LANGUAGE plpgsql AS $$
DECLARE
  zaps bigint;
BEGIN
  SELECT zap_count INTO zap_count_after FROM users WHERE id = actor FOR NO KEY UPDATE;
  counted := record_interactions(actor, batch, at, view_window, new_ids, met_apps, kinds, durations_ms);
  SELECT count(*) INTO zaps FROM user_app_interactions WHERE id = ANY (new_ids) AND interaction_type <> 'view';
  IF zaps > 0 THEN
    UPDATE users SET zap_count = least(zap_count + zaps, 2147483647) WHERE id = actor
      RETURNING zap_count INTO zap_count_after;
  END IF;
  RETURN NEXT;
END $$;
