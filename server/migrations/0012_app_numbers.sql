CREATE TABLE "daily_likes" (
	"app_id" uuid NOT NULL,
	"day" date NOT NULL,
	"likes" integer NOT NULL,
	CONSTRAINT "daily_likes_pkey" PRIMARY KEY("app_id","day"),
	CONSTRAINT "daily_likes_positive" CHECK ("daily_likes"."likes" >= 0)
);

CREATE TABLE "daily_visits" (
	"app_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_visits_pkey" PRIMARY KEY("app_id","day"),
	CONSTRAINT "daily_visits_positive" CHECK ("daily_visits"."visits" >= 0 AND "daily_visits"."shares" >= 0)
);

CREATE TABLE "tried_times" (
	"app_id" uuid NOT NULL,
	"duration_ms" integer NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "tried_times_pkey" PRIMARY KEY("app_id","duration_ms")
);

CREATE TABLE "tries_counted" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until_id" uuid NOT NULL,
	CONSTRAINT "tries_counted_once" CHECK ("tries_counted"."is_only")
);

-- The likes that there are, counted while nobody votes: from the end of this transaction on a trigger goes on. Before the
-- references, which are then checked once.
LOCK TABLE "votes" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "daily_likes" ("app_id", "day", "likes")
SELECT "app_id", ("created_at" AT TIME ZONE 'UTC')::date, count(*) FROM "votes" WHERE "vote_type" = 'up' GROUP BY 1, 2;

ALTER TABLE "daily_likes" ADD CONSTRAINT "daily_likes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "daily_visits" ADD CONSTRAINT "daily_visits_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tried_times" ADD CONSTRAINT "tried_times_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;

-- An app's place among its category is counted along this index alone, which carries what the order is made of.
DROP INDEX "apps_category_idx";
CREATE INDEX "apps_category_idx" ON "apps" USING btree ("category","approval_no") INCLUDE ("ranking_score","created_at","id") WHERE "apps"."status" = 'approved';
