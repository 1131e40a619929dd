ALTER TABLE "feed_state" ADD COLUMN "pending_apps" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_state" ADD COLUMN "rejected_apps" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- Nobody may add an app between the first count of the others and the first by the triggers.
LOCK TABLE apps IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
UPDATE feed_state SET pending_apps = counted.pending, rejected_apps = counted.rejected
  FROM (SELECT count(*) FILTER (WHERE status = 'pending') AS pending,
    count(*) FILTER (WHERE status = 'rejected') AS rejected FROM apps) AS counted;
--> statement-breakpoint
-- As before, and the apps that wait and those that were turned down too.
CREATE OR REPLACE FUNCTION count_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  approved integer;
  withdrawn integer;
  pending integer;
  rejected integer;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE feed_state SET approved_apps = 0, withdrawn_apps = 0, pending_apps = 0, rejected_apps = 0,
      epoch = epoch + 1;
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
  UPDATE feed_state SET approved_apps = approved_apps + approved, withdrawn_apps = withdrawn_apps + withdrawn,
    pending_apps = pending_apps + pending, rejected_apps = rejected_apps + rejected,
    epoch = epoch + (TG_OP = 'DELETE' AND (approved <> 0 OR withdrawn <> 0))::int;
  RETURN NULL;
END $$;
