ALTER TABLE "app_search_texts" ADD COLUMN "status" "app_status";
--> statement-breakpoint
-- In lower case, LIKE finds what ILIKE found, without turning every text into lower case for every search.
CREATE OR REPLACE FUNCTION keep_app_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO app_search_texts (app_id, text, status)
    VALUES (NEW.id, lower(NEW.title || E'\n' || NEW.url), NEW.status)
    ON CONFLICT (app_id) DO UPDATE SET text = excluded.text, status = excluded.status;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER apps_keep_search_text ON apps;
--> statement-breakpoint
CREATE TRIGGER apps_keep_search_text AFTER INSERT OR UPDATE OF title, url, status ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_app_search_text();
--> statement-breakpoint
UPDATE app_search_texts SET text = lower(text), status = apps.status FROM apps WHERE apps.id = app_id;
--> statement-breakpoint
ALTER TABLE "app_search_texts" ALTER COLUMN "status" SET NOT NULL;
--> statement-breakpoint
DO $$
BEGIN
  DROP INDEX IF EXISTS users_search_trigram_idx;
  CREATE INDEX users_search_trigram_idx ON users USING gin (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
EXCEPTION WHEN undefined_object THEN
  RAISE NOTICE 'searches without pg_trgm: %', SQLERRM;
END $$;
--> statement-breakpoint
-- What a filter or a count needs beside the order stands in the index, so that neither reads the apps. A vote, a view or
-- a verdict writes these entries anew anyway.
DROP INDEX apps_admin_score_idx;
--> statement-breakpoint
CREATE INDEX apps_admin_score_idx ON apps (ranking_score DESC, created_at DESC, id DESC) INCLUDE (status);
--> statement-breakpoint
DROP INDEX apps_admin_net_votes_idx;
--> statement-breakpoint
CREATE INDEX apps_admin_net_votes_idx ON apps ((upvotes - downvotes) DESC, created_at DESC, id DESC)
  INCLUDE (status, upvotes, downvotes);
--> statement-breakpoint
DROP INDEX apps_admin_views_idx;
--> statement-breakpoint
CREATE INDEX apps_admin_views_idx ON apps (views DESC, created_at DESC, id DESC) INCLUDE (status);
--> statement-breakpoint
DROP INDEX apps_admin_created_idx;
--> statement-breakpoint
CREATE INDEX apps_admin_created_idx ON apps (created_at DESC, id DESC) INCLUDE (status, category);
