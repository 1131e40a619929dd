CREATE OR REPLACE FUNCTION end_holding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.held_at := NULL;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_end_holding BEFORE UPDATE OF status ON apps
  FOR EACH ROW WHEN (NEW.held_at IS NOT NULL AND NEW.status <> 'pending') EXECUTE FUNCTION end_holding();
