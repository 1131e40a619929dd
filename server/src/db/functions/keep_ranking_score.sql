-- VOLATILE: the query sees what was committed since the statement began. LIMIT tells the planner that each of these tables has
-- one row; without statistics it would plan again for every row.
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
