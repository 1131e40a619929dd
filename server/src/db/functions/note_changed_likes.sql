-- Adds the apps of changed likes to changed_likes. The table has no key, so no vote waits for another one or for the job that
-- empties it.
CREATE OR REPLACE FUNCTION note_changed_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO changed_likes (app_id) SELECT DISTINCT app_id FROM gone_votes WHERE vote_type = 'up';
  ELSE
    INSERT INTO changed_likes (app_id) VALUES (NEW.app_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_note_like AFTER INSERT ON votes
  FOR EACH ROW WHEN (NEW.vote_type = 'up') EXECUTE FUNCTION note_changed_likes();

CREATE OR REPLACE TRIGGER votes_note_change AFTER UPDATE ON votes
  FOR EACH ROW WHEN (OLD.vote_type = 'up' OR NEW.vote_type = 'up') EXECUTE FUNCTION note_changed_likes();

CREATE OR REPLACE TRIGGER votes_note_gone AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_likes();
