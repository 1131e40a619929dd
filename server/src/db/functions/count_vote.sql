-- The counters of an app follow its rows in votes.
CREATE OR REPLACE FUNCTION count_vote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.app_id = NEW.app_id THEN
    UPDATE apps SET
      upvotes = upvotes + (NEW.vote_type = 'up')::int - (OLD.vote_type = 'up')::int,
      downvotes = downvotes + (NEW.vote_type = 'down')::int - (OLD.vote_type = 'down')::int
      WHERE id = NEW.app_id;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    UPDATE apps SET
      upvotes = upvotes - (OLD.vote_type = 'up')::int,
      downvotes = downvotes - (OLD.vote_type = 'down')::int
      WHERE id = OLD.app_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE apps SET
      upvotes = upvotes + (NEW.vote_type = 'up')::int,
      downvotes = downvotes + (NEW.vote_type = 'down')::int
      WHERE id = NEW.app_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_count AFTER INSERT OR UPDATE ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();
