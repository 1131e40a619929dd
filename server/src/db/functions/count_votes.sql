-- Votes that change together are one update of each app.
CREATE OR REPLACE FUNCTION count_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE apps SET upvotes = upvotes - gone.up, downvotes = downvotes - gone.down
      FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                   count(*) FILTER (WHERE vote_type = 'down') AS down
            FROM gone_votes GROUP BY app_id) AS gone
      WHERE apps.id = gone.app_id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    UPDATE apps SET upvotes = upvotes - (OLD.vote_type = 'up')::int, downvotes = downvotes - (OLD.vote_type = 'down')::int
      WHERE id = OLD.app_id;
  END IF;
  UPDATE apps SET upvotes = upvotes + (NEW.vote_type = 'up')::int, downvotes = downvotes + (NEW.vote_type = 'down')::int
    WHERE id = NEW.app_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_count AFTER INSERT OR UPDATE OF vote_type ON votes
  FOR EACH ROW EXECUTE FUNCTION count_votes();

CREATE OR REPLACE TRIGGER votes_uncount AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_votes();
