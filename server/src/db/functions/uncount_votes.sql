-- Votes that go together, with their user or in a reset, are taken out of the counts by one update of each app.
CREATE OR REPLACE FUNCTION uncount_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE apps SET upvotes = upvotes - gone.up, downvotes = downvotes - gone.down
    FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                 count(*) FILTER (WHERE vote_type = 'down') AS down
          FROM gone_votes GROUP BY app_id) AS gone
    WHERE apps.id = gone.app_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_uncount AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_votes();
