-- Approvals are numbered one transaction after the other: whoever has met every newcomer up to a number has not missed
-- one that is committed later.
CREATE OR REPLACE FUNCTION number_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7206119);
  NEW.approval_no := nextval('app_approvals');
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_number_approval_insert BEFORE INSERT ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION number_approval();

CREATE OR REPLACE TRIGGER apps_number_approval_update BEFORE UPDATE OF status ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION number_approval();
