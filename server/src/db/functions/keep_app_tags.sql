-- Keeps app_tags equal to the tags of all apps. UPDATE OF: votes do not run it.
CREATE OR REPLACE FUNCTION keep_app_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    DELETE FROM app_tags WHERE tag = ANY (OLD.tags) AND app_id = OLD.id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO app_tags (tag, app_id) SELECT DISTINCT tag, NEW.id FROM unnest(NEW.tags) AS tag;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_tags AFTER INSERT OR UPDATE OF tags OR DELETE ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_app_tags();
