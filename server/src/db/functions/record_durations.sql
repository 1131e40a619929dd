-- Locks the user, then the apps by id. Adds at most the time since the last batch and an allowance, which the next batch pays
-- back. Returns false if the batch was counted before, and null for a deleted or suspended user. Planned once per connection:
-- planning costs more than the plan saves.
CREATE OR REPLACE FUNCTION record_durations(
  person uuid, batch uuid, at timestamptz, allowance_ms bigint, spent_on uuid[], times_ms bigint[]
) RETURNS boolean LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  accounted_until timestamptz;
  allowed_ms bigint;
  reported_ms bigint;
  added_ms bigint;
BEGIN
  SELECT coalesce(durations_sent_at, created_at) INTO accounted_until
    FROM users WHERE id = person AND suspended_at IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF batch IS NOT NULL THEN
    INSERT INTO duration_batches (user_id, batch_id, created_at) VALUES (person, batch, at) ON CONFLICT DO NOTHING;
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
    WHERE id = person;
  RETURN true;
END $$;
