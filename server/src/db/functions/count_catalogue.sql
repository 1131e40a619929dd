CREATE OR REPLACE FUNCTION count_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  approved integer;
  withdrawn integer;
  pending integer;
  rejected integer;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE catalogue SET approved_apps = 0, withdrawn_apps = 0, pending_apps = 0, rejected_apps = 0;
    RETURN NULL;
  ELSIF TG_OP = 'UPDATE' THEN
    approved := (NEW.status = 'approved')::int - (OLD.status = 'approved')::int;
    withdrawn := (NEW.status <> 'approved' AND NEW.approval_no IS NOT NULL)::int
               - (OLD.status <> 'approved' AND OLD.approval_no IS NOT NULL)::int;
    pending := (NEW.status = 'pending')::int - (OLD.status = 'pending')::int;
    rejected := (NEW.status = 'rejected')::int - (OLD.status = 'rejected')::int;
  ELSE
    SELECT sign * count(*) FILTER (WHERE status = 'approved'),
           sign * count(*) FILTER (WHERE status <> 'approved' AND approval_no IS NOT NULL),
           sign * count(*) FILTER (WHERE status = 'pending'),
           sign * count(*) FILTER (WHERE status = 'rejected')
      INTO approved, withdrawn, pending, rejected
      FROM changed_apps, (SELECT CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END AS sign) AS counting GROUP BY sign;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  UPDATE catalogue SET approved_apps = approved_apps + approved, withdrawn_apps = withdrawn_apps + withdrawn,
    pending_apps = pending_apps + pending, rejected_apps = rejected_apps + rejected;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_count_insert AFTER INSERT ON apps REFERENCING NEW TABLE AS changed_apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();

CREATE OR REPLACE TRIGGER apps_count_update AFTER UPDATE OF status ON apps
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION count_catalogue();

CREATE OR REPLACE TRIGGER apps_count_delete AFTER DELETE ON apps REFERENCING OLD TABLE AS changed_apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();

CREATE OR REPLACE TRIGGER apps_count_truncate AFTER TRUNCATE ON apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();
