-- UPDATE OF: votes do not run it. The text is in lower case, so that LIKE finds what ILIKE would.
CREATE OR REPLACE FUNCTION keep_app_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_search_texts (app_id, text, status)
    VALUES (NEW.id, lower(NEW.title || E'\n' || NEW.url), NEW.status)
    ON CONFLICT (app_id) DO UPDATE SET text = excluded.text, status = excluded.status;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_search_text AFTER INSERT OR UPDATE OF title, url, status ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_app_search_text();
