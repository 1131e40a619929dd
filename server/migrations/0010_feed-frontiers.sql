CREATE TYPE "public"."feed_ranking" AS ENUM('score', 'upvotes');--> statement-breakpoint
CREATE TABLE "feed_frontiers" (
	"user_id" uuid NOT NULL,
	"ranking" "feed_ranking" NOT NULL,
	"epoch" bigint NOT NULL,
	"as_of" "xid8" NOT NULL,
	"rank" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"app_id" uuid NOT NULL,
	"holes" uuid[] NOT NULL,
	"newcomers_after" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_frontiers_pkey" PRIMARY KEY("user_id","ranking")
);
--> statement-breakpoint
CREATE TABLE "feed_state" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"approved_apps" integer DEFAULT 0 NOT NULL,
	"withdrawn_apps" integer DEFAULT 0 NOT NULL,
	"system_identifier" text,
	CONSTRAINT "feed_state_one" CHECK ("feed_state"."id")
);
--> statement-breakpoint
CREATE TABLE "seen_counts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "ranked_xid" "xid8";--> statement-breakpoint
ALTER TABLE "feed_frontiers" ADD CONSTRAINT "feed_frontiers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_counts" ADD CONSTRAINT "seen_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apps_ranked_idx" ON "apps" USING btree ("ranked_xid") WHERE "apps"."status" = 'approved';
--> statement-breakpoint
INSERT INTO feed_state (approved_apps, withdrawn_apps)
  SELECT count(*) FILTER (WHERE status = 'approved'),
         count(*) FILTER (WHERE status <> 'approved' AND approval_no IS NOT NULL) FROM apps;
--> statement-breakpoint
INSERT INTO seen_counts (user_id, seen) SELECT user_id, count(*) FROM seen_apps GROUP BY user_id;
--> statement-breakpoint
-- The score as before; beside it, who came up in an order of the feed, and when. A transaction that a reader does not
-- see yet has a number from the xmin of the reader's snapshot on, in whatever order the two end.
CREATE OR REPLACE FUNCTION keep_ranking_score() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  SELECT NEW.upvotes * w.upvote_weight - NEW.downvotes * w.downvote_weight
       + NEW.views * w.view_weight + NEW.time_spent * w.time_weight
    INTO STRICT NEW.ranking_score
    FROM formula_weights w WHERE w.is_in_force;
  IF NEW.status = 'approved' AND (TG_OP = 'INSERT' OR OLD.status <> 'approved'
      OR NEW.ranking_score > OLD.ranking_score OR NEW.upvotes > OLD.upvotes) THEN
    NEW.ranked_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
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
    UPDATE feed_state SET approved_apps = approved_apps + approved, withdrawn_apps = withdrawn_apps + withdrawn;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER apps_count_insert AFTER INSERT ON apps REFERENCING NEW TABLE AS changed_apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();
--> statement-breakpoint
CREATE TRIGGER apps_count_update AFTER UPDATE OF status ON apps
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION count_catalogue();
--> statement-breakpoint
CREATE TRIGGER apps_count_delete AFTER DELETE ON apps REFERENCING OLD TABLE AS changed_apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();
--> statement-breakpoint
CREATE TRIGGER apps_count_truncate AFTER TRUNCATE ON apps
  FOR EACH STATEMENT EXECUTE FUNCTION count_catalogue();
--> statement-breakpoint
CREATE FUNCTION count_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO seen_counts AS counts (user_id, seen) VALUES (NEW.user_id, 1)
    ON CONFLICT (user_id) DO UPDATE SET seen = counts.seen + 1;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seen_apps_count AFTER INSERT ON seen_apps
  FOR EACH ROW EXECUTE FUNCTION count_seen();
--> statement-breakpoint
-- What is not seen any more may stand above a frontier.
CREATE FUNCTION uncount_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM seen_counts;
    UPDATE feed_state SET epoch = epoch + 1;
    RETURN NULL;
  END IF;
  UPDATE seen_counts SET seen = seen_counts.seen - gone.seen
    FROM (SELECT user_id, count(*) AS seen FROM gone_seen GROUP BY user_id) AS gone
    WHERE seen_counts.user_id = gone.user_id;
  DELETE FROM feed_frontiers WHERE user_id IN (SELECT user_id FROM gone_seen);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER seen_apps_uncount AFTER DELETE ON seen_apps REFERENCING OLD TABLE AS gone_seen
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_seen();
--> statement-breakpoint
CREATE TRIGGER seen_apps_uncount_truncate AFTER TRUNCATE ON seen_apps
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_seen();
