ALTER TABLE "apps" ADD COLUMN "pending_score" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "formula_weights" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "formula_weights" ADD COLUMN "pending_share" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "formula_weights_pending_key" ON "formula_weights" USING btree ("is_pending") WHERE "formula_weights"."is_pending";
--> statement-breakpoint
-- As before, and beside it the score under the weights that a recalculation is about to put in force, while one runs.
CREATE OR REPLACE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * w.upvote_weight - NEW.downvotes * w.downvote_weight
       + NEW.views * w.view_weight + NEW.time_spent * w.time_weight,
       coalesce(NEW.upvotes * p.upvote_weight - NEW.downvotes * p.downvote_weight
       + NEW.views * p.view_weight + NEW.time_spent * p.time_weight, 0)
    INTO STRICT NEW.ranking_score, NEW.pending_score
    FROM formula_weights w LEFT JOIN formula_weights p ON p.is_pending WHERE w.is_in_force;
  IF NEW.status = 'approved' AND (TG_OP = 'INSERT' OR OLD.status <> 'approved'
      OR NEW.ranking_score > OLD.ranking_score OR NEW.upvotes > OLD.upvotes) THEN
    NEW.ranked_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
