DELETE FROM feed_frontiers;--> statement-breakpoint
DROP INDEX "apps_ranked_idx";--> statement-breakpoint
ALTER TABLE "feed_frontiers" ADD COLUMN "candidates" "bytea" NOT NULL;--> statement-breakpoint
CREATE INDEX "apps_ranked_idx" ON "apps" USING btree ("ranked_xid") WHERE "apps"."ranked_xid" IS NOT NULL;
--> statement-breakpoint
-- A hundred candidates stay in the row as they are: read with it, and nothing in them that could be compressed.
ALTER TABLE feed_frontiers ALTER COLUMN candidates SET STORAGE EXTERNAL, ALTER COLUMN holes SET STORAGE EXTERNAL,
  SET (toast_tuple_target = 8160);
--> statement-breakpoint
-- The scores as before; beside them, which apps changed in what a frontier keeps of them, and when: also those that fell
-- or are not shown any more.
CREATE OR REPLACE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * w.upvote_weight - NEW.downvotes * w.downvote_weight
       + NEW.views * w.view_weight + NEW.time_spent * w.time_weight,
       coalesce(NEW.upvotes * p.upvote_weight - NEW.downvotes * p.downvote_weight
       + NEW.views * p.view_weight + NEW.time_spent * p.time_weight, 0)
    INTO STRICT NEW.ranking_score, NEW.pending_score
    FROM formula_weights w LEFT JOIN formula_weights p ON p.is_pending WHERE w.is_in_force;
  IF TG_OP = 'INSERT' THEN
    IF NEW.status = 'approved' THEN
      NEW.ranked_xid := pg_current_xact_id();
    END IF;
  ELSIF (NEW.status = 'approved' OR OLD.status = 'approved') AND (NEW.ranking_score <> OLD.ranking_score
      OR NEW.upvotes <> OLD.upvotes OR NEW.status <> OLD.status OR NEW.category <> OLD.category
      OR NEW.created_at <> OLD.created_at) THEN
    NEW.ranked_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As before; and what is deleted can't be marked as changed, so that frontiers that may name it hold no more.
CREATE OR REPLACE FUNCTION count_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  approved integer := 0;
  withdrawn integer := 0;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    UPDATE feed_state SET approved_apps = 0, withdrawn_apps = 0;
    RETURN NULL;
  ELSIF TG_OP = 'INSERT' THEN
    SELECT count(*) INTO approved FROM changed_apps WHERE status = 'approved';
  ELSIF TG_OP = 'DELETE' THEN
    SELECT -count(*) FILTER (WHERE status = 'approved'),
           -count(*) FILTER (WHERE status <> 'approved' AND approval_no IS NOT NULL)
      INTO approved, withdrawn FROM changed_apps;
  ELSE
    approved := (NEW.status = 'approved')::int - (OLD.status = 'approved')::int;
    withdrawn := (NEW.status <> 'approved' AND NEW.approval_no IS NOT NULL)::int
               - (OLD.status <> 'approved' AND OLD.approval_no IS NOT NULL)::int;
  END IF;
  IF approved <> 0 OR withdrawn <> 0 THEN
    UPDATE feed_state SET approved_apps = approved_apps + approved, withdrawn_apps = withdrawn_apps + withdrawn,
      epoch = epoch + (TG_OP = 'DELETE')::int;
  END IF;
  RETURN NULL;
END $$;
