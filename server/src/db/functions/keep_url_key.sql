-- Sets the key of an address when it is stored and when it changes. A row that keeps its address keeps its key, also one that
-- had a duplicate when keys were introduced.
CREATE OR REPLACE FUNCTION keep_url_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.url_key := url_key(NEW.url);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_url_key_insert BEFORE INSERT ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_url_key();

CREATE OR REPLACE TRIGGER apps_keep_url_key_update BEFORE UPDATE OF url ON apps
  FOR EACH ROW WHEN (OLD.url <> NEW.url) EXECUTE FUNCTION keep_url_key();

CREATE OR REPLACE TRIGGER waiting_urls_keep_url_key_insert BEFORE INSERT ON waiting_urls
  FOR EACH ROW EXECUTE FUNCTION keep_url_key();

CREATE OR REPLACE TRIGGER waiting_urls_keep_url_key_update BEFORE UPDATE OF url ON waiting_urls
  FOR EACH ROW WHEN (OLD.url <> NEW.url) EXECUTE FUNCTION keep_url_key();
