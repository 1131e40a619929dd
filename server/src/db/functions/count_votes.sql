-- Votes that are cast or deleted together are one update of each app.
CREATE OR REPLACE FUNCTION count_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE apps SET upvotes = upvotes + added.up, downvotes = downvotes + added.down
      FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                   count(*) FILTER (WHERE vote_type = 'down') AS down
            FROM new_votes GROUP BY app_id) AS added
      WHERE apps.id = added.app_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE apps SET upvotes = upvotes - gone.up, downvotes = downvotes - gone.down
      FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                   count(*) FILTER (WHERE vote_type = 'down') AS down
            FROM gone_votes GROUP BY app_id) AS gone
      WHERE apps.id = gone.app_id;
  ELSE
    UPDATE apps SET upvotes = upvotes + (NEW.vote_type = 'up')::int - (OLD.vote_type = 'up')::int,
        downvotes = downvotes + (NEW.vote_type = 'down')::int - (OLD.vote_type = 'down')::int
      WHERE id = NEW.app_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_count AFTER INSERT ON votes REFERENCING NEW TABLE AS new_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_votes();

CREATE OR REPLACE TRIGGER votes_recount AFTER UPDATE OF vote_type ON votes
  FOR EACH ROW EXECUTE FUNCTION count_votes();

CREATE OR REPLACE TRIGGER votes_uncount AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_votes();
