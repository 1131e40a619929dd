-- An app's scores follow its numbers: under the weights in force and, while a recalculation runs, under those that it is
-- about to put in force. VOLATILE on purpose: the query inside then sees what has been committed since the statement began,
-- and the trigger runs with the row already locked. There is one row of each weights at most; LIMIT says so to the planner,
-- which has no statistics of so small a table and would plan anew for every row.
CREATE OR REPLACE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * w.upvote_weight - NEW.downvotes * w.downvote_weight
       + NEW.views * w.view_weight + NEW.time_spent * w.time_weight,
       coalesce(NEW.upvotes * p.upvote_weight - NEW.downvotes * p.downvote_weight
       + NEW.views * p.view_weight + NEW.time_spent * p.time_weight, 0)
    INTO STRICT NEW.ranking_score, NEW.pending_score
    FROM (SELECT * FROM formula_weights WHERE is_in_force LIMIT 1) AS w
    LEFT JOIN (SELECT * FROM formula_weights WHERE is_pending LIMIT 1) AS p ON true;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_ranking_score BEFORE INSERT OR UPDATE ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_ranking_score();
