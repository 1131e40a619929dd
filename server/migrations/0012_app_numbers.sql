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

ALTER TABLE "daily_visits" ADD CONSTRAINT "daily_visits_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tried_times" ADD CONSTRAINT "tried_times_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;

-- An app's place among its category is counted along this index alone, which carries what the order is made of.
DROP INDEX "apps_category_idx";
CREATE INDEX "apps_category_idx" ON "apps" USING btree ("category","approval_no") INCLUDE ("ranking_score","created_at","id") WHERE "apps"."status" = 'approved';

-- The likes of an app's days are counted along this one.
DROP INDEX "votes_app_idx";
CREATE INDEX "votes_app_idx" ON "votes" USING btree ("app_id","created_at") INCLUDE ("vote_type");
