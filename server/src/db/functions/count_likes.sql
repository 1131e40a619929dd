-- The likes of an app on a day follow its rows in votes, whoever changes those. The app is held by then: what counts it goes
-- first, by the name of its trigger.
CREATE OR REPLACE FUNCTION count_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE daily_likes AS known SET likes = known.likes - gone.likes
      FROM (SELECT app_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS likes
            FROM gone_votes WHERE vote_type = 'up' GROUP BY 1, 2) AS gone
      WHERE known.app_id = gone.app_id AND known.day = gone.day;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.vote_type = 'up' THEN
    UPDATE daily_likes SET likes = likes - 1
      WHERE app_id = OLD.app_id AND day = (OLD.created_at AT TIME ZONE 'UTC')::date;
  END IF;
  IF NEW.vote_type = 'up' THEN
    INSERT INTO daily_likes AS known (app_id, day, likes)
      VALUES (NEW.app_id, (NEW.created_at AT TIME ZONE 'UTC')::date, 1)
      ON CONFLICT (app_id, day) DO UPDATE SET likes = known.likes + 1;
  END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names, and those that count the votes of the app come first: votes_count, votes_uncount.
CREATE OR REPLACE TRIGGER votes_day_of_like AFTER INSERT OR UPDATE ON votes
  FOR EACH ROW EXECUTE FUNCTION count_likes();

CREATE OR REPLACE TRIGGER votes_unlike AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_likes();
