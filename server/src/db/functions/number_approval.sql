-- Numbers approvals in the order of their commits, so that a reader of all numbers up to one misses none.
CREATE OR REPLACE FUNCTION number_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7206119);
  NEW.approval_no := nextval('app_approvals');
  NEW.approved_at := clock_timestamp();
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_number_approval_insert BEFORE INSERT ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION number_approval();

CREATE OR REPLACE TRIGGER apps_number_approval_update BEFORE UPDATE OF status ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION number_approval();
