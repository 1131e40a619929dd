CREATE TABLE "app_search_texts" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" varchar(50) NOT NULL,
	"target_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","key_hash")
);
--> statement-breakpoint
DROP INDEX "error_logs_created_idx";--> statement-breakpoint
DROP INDEX "reports_created_idx";--> statement-breakpoint
ALTER TABLE "app_search_texts" ADD CONSTRAINT "app_search_texts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_created_idx" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "apps_admin_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "apps_admin_net_votes_idx" ON "apps" USING btree (("upvotes" - "downvotes") DESC,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "apps_admin_views_idx" ON "apps" USING btree ("views" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "apps_admin_created_idx" ON "apps" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reports_status_idx" ON "reports" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "error_logs_created_idx" ON "error_logs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "reports_created_idx" ON "reports" USING btree ("created_at","id");
--> statement-breakpoint
-- What the search of admins looks through follows the app; UPDATE OF, so that a vote does not run it.
CREATE FUNCTION keep_app_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_search_texts (app_id, text) VALUES (NEW.id, NEW.title || E'\n' || NEW.url)
    ON CONFLICT (app_id) DO UPDATE SET text = excluded.text;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER apps_keep_search_text AFTER INSERT OR UPDATE OF title, url ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_app_search_text();
--> statement-breakpoint
INSERT INTO app_search_texts (app_id, text) SELECT id, title || E'\n' || url FROM apps;
--> statement-breakpoint
-- Trigrams make a search inside of words an index scan. A server without the extension, or a role that may not create
-- it, searches by reading the table: slower, with the same result.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX app_search_texts_trigram_idx ON app_search_texts USING gin (text gin_trgm_ops);
  CREATE INDEX users_search_trigram_idx ON users USING gin (
    (coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'searches without pg_trgm: %', SQLERRM;
END $$;
--> statement-breakpoint
-- Votes that go together, with their user or in a reset, are taken out of the counts by one update of each app.
DROP TRIGGER votes_count ON votes;
--> statement-breakpoint
CREATE TRIGGER votes_count AFTER INSERT OR UPDATE ON votes
  FOR EACH ROW EXECUTE FUNCTION count_vote();
--> statement-breakpoint
CREATE FUNCTION uncount_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE apps SET upvotes = upvotes - gone.up, downvotes = downvotes - gone.down
    FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                 count(*) FILTER (WHERE vote_type = 'down') AS down
          FROM gone_votes GROUP BY app_id) AS gone
    WHERE apps.id = gone.app_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER votes_uncount AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION uncount_votes();
--> statement-breakpoint
-- Whatever takes an admin away, the last one stays. The lock makes two that go at once come one after the other; the
-- query after it sees, being VOLATILE, whom the one before took.
CREATE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7206117);
  IF NOT EXISTS (SELECT FROM users WHERE is_admin AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last admin cannot go' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_admin';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_last_admin_update BEFORE UPDATE OF is_admin ON users
  FOR EACH ROW WHEN (OLD.is_admin AND NOT NEW.is_admin) EXECUTE FUNCTION keep_last_admin();
--> statement-breakpoint
CREATE TRIGGER users_keep_last_admin_delete BEFORE DELETE ON users
  FOR EACH ROW WHEN (OLD.is_admin) EXECUTE FUNCTION keep_last_admin();
