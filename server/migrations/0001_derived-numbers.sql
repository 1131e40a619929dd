-- The first settings: the defaults of the columns.
INSERT INTO formula_weights (id, is_in_force) VALUES (gen_random_uuid(), true);
--> statement-breakpoint
INSERT INTO algorithm_params (id) VALUES (gen_random_uuid());
--> statement-breakpoint
INSERT INTO advertisement_configs (id) VALUES (gen_random_uuid());
--> statement-breakpoint
-- Every write of an app puts its score under the weights in force. VOLATILE on purpose: the query inside then sees
-- what has been committed since the statement began, and the trigger runs with the row already locked.
CREATE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * w.upvote_weight - NEW.downvotes * w.downvote_weight
       + NEW.views * w.view_weight + NEW.time_spent * w.time_weight
    INTO STRICT NEW.ranking_score
    FROM formula_weights w WHERE w.is_in_force;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER apps_keep_ranking_score BEFORE INSERT OR UPDATE ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_ranking_score();
--> statement-breakpoint
-- The counters of an app follow its rows in votes, also when a user goes and the votes go with them.
CREATE FUNCTION count_vote() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER votes_count AFTER INSERT OR UPDATE OR DELETE ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();
