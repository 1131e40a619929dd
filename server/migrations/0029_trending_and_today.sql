ALTER TYPE "public"."deck_kind" ADD VALUE 'trending' BEFORE 'unseen';
ALTER TYPE "public"."deck_kind" ADD VALUE 'today' BEFORE 'unseen';
CREATE TABLE "daily_picks" (
	"day" date PRIMARY KEY NOT NULL,
	"app_id" uuid,
	"chosen_at" timestamp (3) with time zone
);

CREATE TABLE "trending_scores" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"score" double precision NOT NULL
);

ALTER TABLE "daily_picks" ADD CONSTRAINT "daily_picks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "daily_picks_app_idx" ON "daily_picks" USING btree ("app_id","day");
CREATE INDEX "trending_scores_score_idx" ON "trending_scores" USING btree ("score" DESC NULLS FIRST);