-- Locks counts in the order of their users, so that two deletions cannot deadlock.
CREATE OR REPLACE FUNCTION uncount_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM seen_counts;
    RETURN NULL;
  END IF;
  PERFORM FROM seen_counts WHERE user_id IN (SELECT user_id FROM gone_seen) ORDER BY user_id FOR NO KEY UPDATE;
  UPDATE seen_counts SET seen = seen_counts.seen - gone.seen, most_before = greatest(most_before, seen_counts.seen)
    FROM (SELECT user_id, count(*) AS seen FROM gone_seen GROUP BY user_id) AS gone
    WHERE seen_counts.user_id = gone.user_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER seen_apps_uncount AFTER DELETE ON seen_apps REFERENCING OLD TABLE AS gone_seen
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_seen();

CREATE OR REPLACE TRIGGER seen_apps_uncount_truncate AFTER TRUNCATE ON seen_apps
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_seen();
