ALTER TABLE "apps" ADD COLUMN "approval_no" bigint;--> statement-breakpoint
CREATE INDEX "apps_newcomers_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."views" < 100;
--> statement-breakpoint
CREATE SEQUENCE app_approvals OWNED BY apps.approval_no;
--> statement-breakpoint
UPDATE apps SET approval_no = numbered.approval_no
  FROM (SELECT id, nextval('app_approvals') AS approval_no FROM apps WHERE status = 'approved' ORDER BY created_at, id) AS numbered
  WHERE apps.id = numbered.id;
--> statement-breakpoint
-- Approvals are numbered one transaction after the other: whoever has met every newcomer up to a number has not missed
-- one that is committed later.
CREATE FUNCTION number_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7206119);
  NEW.approval_no := nextval('app_approvals');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER apps_number_approval_insert BEFORE INSERT ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved') EXECUTE FUNCTION number_approval();
--> statement-breakpoint
CREATE TRIGGER apps_number_approval_update BEFORE UPDATE OF status ON apps
  FOR EACH ROW WHEN (NEW.status = 'approved' AND OLD.status <> 'approved') EXECUTE FUNCTION number_approval();
