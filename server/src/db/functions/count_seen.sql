CREATE OR REPLACE FUNCTION count_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seen_counts AS counts (user_id, seen) VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET seen = counts.seen + 1;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER seen_apps_count AFTER INSERT ON seen_apps
  FOR EACH ROW EXECUTE FUNCTION count_seen();
