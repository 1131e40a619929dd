-- Runs the clock of an open budget while its app is dealt. A pause moves the start, so that it does not count as waiting.
CREATE OR REPLACE FUNCTION keep_budget_clock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
BEGIN
  IF NEW.status = 'approved' AND NEW.frame_status <> 'unreachable' THEN
    UPDATE view_budgets SET paused_at = NULL,
        started_at = coalesce(started_at + (at - paused_at), at),
        due_at = coalesce(started_at + (at - paused_at), at) + make_interval(secs => views * pace_s)
      WHERE app_id = NEW.id AND finished_at IS NULL AND due_at IS NULL;
  ELSE
    UPDATE view_budgets SET paused_at = at, due_at = NULL
      WHERE app_id = NEW.id AND finished_at IS NULL AND due_at IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_budget_clock AFTER UPDATE OF status, frame_status ON apps
  FOR EACH ROW WHEN (NEW.status <> OLD.status OR NEW.frame_status <> OLD.frame_status) EXECUTE FUNCTION keep_budget_clock();
