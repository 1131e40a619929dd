-- What the search of admins looks through follows the app; UPDATE OF, so that a vote does not run it. In lower case, LIKE
-- finds what ILIKE would, without turning every text into lower case for every search.
CREATE OR REPLACE FUNCTION keep_app_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_search_texts (app_id, text, status)
    VALUES (NEW.id, lower(NEW.title || E'\n' || NEW.url), NEW.status)
    ON CONFLICT (app_id) DO UPDATE SET text = excluded.text, status = excluded.status;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_search_text AFTER INSERT OR UPDATE OF title, url, status ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_app_search_text();
