-- VOLATILE: the query sees what was committed since the statement began. LIMIT tells the planner that there is one row; without
-- statistics it would plan again for every row.
CREATE OR REPLACE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * (w ->> 'upvoteWeight')::float8 - NEW.downvotes * (w ->> 'downvoteWeight')::float8
       + NEW.views * (w ->> 'viewWeight')::float8 + NEW.time_spent * (w ->> 'timeWeight')::float8,
       coalesce(NEW.upvotes * (p ->> 'upvoteWeight')::float8 - NEW.downvotes * (p ->> 'downvoteWeight')::float8
       + NEW.views * (p ->> 'viewWeight')::float8 + NEW.time_spent * (p ->> 'timeWeight')::float8, 0)
    INTO STRICT NEW.ranking_score, NEW.pending_score
    FROM (SELECT values -> 'inForce' AS w, values -> 'pending' AS p FROM settings
      WHERE kind = 'weights' AND is_active LIMIT 1) AS weights;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_ranking_score BEFORE INSERT OR UPDATE ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_ranking_score();
