-- UPDATE OF: votes do not run it. The next check finds where the new address redirects to.
CREATE OR REPLACE FUNCTION keep_app_hosts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM app_hosts WHERE app_id = NEW.id;
    INSERT INTO app_hosts (app_id, host_key) VALUES (NEW.id, host_key(NEW.url));
  ELSE
    INSERT INTO app_hosts (app_id, host_key) SELECT id, host_key(url) FROM new_apps;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_hosts_insert AFTER INSERT ON apps REFERENCING NEW TABLE AS new_apps
  FOR EACH STATEMENT EXECUTE FUNCTION keep_app_hosts();

CREATE OR REPLACE TRIGGER apps_keep_hosts_update AFTER UPDATE OF url ON apps
  FOR EACH ROW WHEN (OLD.url <> NEW.url) EXECUTE FUNCTION keep_app_hosts();
