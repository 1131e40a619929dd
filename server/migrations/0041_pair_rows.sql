CREATE TABLE "strongest_pairs" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"other_ids" uuid[] NOT NULL,
	"lifts" double precision[] NOT NULL
);

ALTER TABLE "strongest_pairs" ADD CONSTRAINT "strongest_pairs_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
INSERT INTO "strongest_pairs" SELECT "app_id", array_agg("other_id" ORDER BY "lift" DESC, "other_id"),
		array_agg("lift" ORDER BY "lift" DESC, "other_id")
	FROM "app_pairs" GROUP BY "app_id";
