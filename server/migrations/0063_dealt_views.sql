-- works from 0.2.0
CREATE TABLE "dealt_views" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"network" "bytea",
	"viewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dealt_views_pkey" PRIMARY KEY("user_id","app_id")
);

-- Views from before count as if they were of dealt cards.
INSERT INTO "dealt_views" ("user_id", "app_id", "viewed_at") SELECT "user_id", "app_id", "view_counted_at" FROM "seen_apps" WHERE "is_viewed" AND "view_counted_at" > now() - interval '14 days';
ALTER TABLE "daily_views" DROP CONSTRAINT "daily_views_early";
ALTER TABLE "trending_scores" ADD COLUMN "likes" double precision DEFAULT 0 NOT NULL;
ALTER TABLE "trending_scores" ADD COLUMN "views" double precision DEFAULT 0 NOT NULL;
ALTER TABLE "dealt_views" ADD CONSTRAINT "dealt_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "dealt_views_time_idx" ON "dealt_views" USING brin ("viewed_at");
ALTER TABLE "daily_views" DROP COLUMN "early_views";
ALTER TABLE "taken_votes" DROP COLUMN "is_of_early_card";
ALTER TABLE "votes" DROP COLUMN "is_of_early_card";
DROP FUNCTION IF EXISTS is_early_card(deck_kind, integer);
