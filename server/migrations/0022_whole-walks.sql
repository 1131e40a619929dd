DROP INDEX "apps_score_idx";--> statement-breakpoint
DROP INDEX "apps_upvotes_idx";--> statement-breakpoint
DROP INDEX "apps_newcomers_idx";--> statement-breakpoint
ALTER TABLE "feed_state" ADD COLUMN "moved_xid" "xid8";--> statement-breakpoint
-- In two steps: with its default at once, every row would be written anew.
ALTER TABLE "seen_apps" ADD COLUMN "seen_xid" "xid8";--> statement-breakpoint
ALTER TABLE "seen_apps" ALTER COLUMN "seen_xid" SET DEFAULT pg_current_xact_id();--> statement-breakpoint
CREATE INDEX "apps_unreachable_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."frame_status" = 'unreachable';--> statement-breakpoint
CREATE INDEX "apps_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';--> statement-breakpoint
CREATE INDEX "apps_upvotes_idx" ON "apps" USING btree ("upvotes" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';--> statement-breakpoint
CREATE INDEX "apps_newcomers_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable' AND "apps"."views" < 100;
--> statement-breakpoint
-- Their gaps may be unreachable now, and then have no place in the order.
DELETE FROM feed_frontiers;
--> statement-breakpoint
-- As before; and an app that is found or lost again changes its place too.
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
      OR NEW.created_at <> OLD.created_at
      OR (NEW.frame_status = 'unreachable') <> (OLD.frame_status = 'unreachable')) THEN
    NEW.ranked_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
