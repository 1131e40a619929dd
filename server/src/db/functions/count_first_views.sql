-- Counts a view in the open budget of each app. Locks the budgets by app, so that two calls cannot deadlock. The second
-- statement sees what was committed while the first one waited, so a budget never counts more views than it wants. `is_guest` is
-- true for all who share the limit of guests.
CREATE OR REPLACE FUNCTION count_first_views(person uuid, is_guest boolean, at timestamptz, viewed_apps uuid[])
  RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM FROM view_budgets WHERE app_id = ANY (viewed_apps) AND finished_at IS NULL ORDER BY app_id FOR NO KEY UPDATE;
  WITH counted AS (
    INSERT INTO first_views (budget_id, user_id, viewed_at)
      SELECT id, person, at FROM view_budgets
        WHERE app_id = ANY (viewed_apps) AND finished_at IS NULL AND due_at IS NOT NULL
          AND NOT (is_guest AND guest_views >= guests_max)
      ON CONFLICT DO NOTHING RETURNING budget_id
  )
  UPDATE view_budgets SET views = views + 1, guest_views = guest_views + is_guest::int,
      due_at = CASE WHEN views + 1 < wanted THEN started_at + make_interval(secs => (views + 1) * pace_s) END,
      finished_at = CASE WHEN views + 1 >= wanted THEN at END
    WHERE id IN (SELECT budget_id FROM counted);
END $$;
