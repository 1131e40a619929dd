ALTER TYPE "public"."deck_kind" ADD VALUE 'for-you' BEFORE 'category';
CREATE TABLE "app_pairs" (
	"app_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"lift" double precision NOT NULL,
	CONSTRAINT "app_pairs_pkey" PRIMARY KEY("app_id","other_id")
);

CREATE TABLE "avoided_apps" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "avoided_apps_pkey" PRIMARY KEY("user_id","app_id")
);

CREATE TABLE "changed_likes" (
	"app_id" uuid NOT NULL
);

CREATE TABLE "paired_apps" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"likes" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "deck_pages" ADD COLUMN "because" uuid[];
ALTER TABLE "hands" ADD COLUMN "because" uuid[];
ALTER TABLE "users" ADD COLUMN "taste_cleared_at" timestamp (3) with time zone;
ALTER TABLE "app_pairs" ADD CONSTRAINT "app_pairs_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_pairs" ADD CONSTRAINT "app_pairs_other_id_apps_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "avoided_apps" ADD CONSTRAINT "avoided_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "avoided_apps" ADD CONSTRAINT "avoided_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "paired_apps" ADD CONSTRAINT "paired_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "app_pairs_other_idx" ON "app_pairs" USING btree ("other_id");
CREATE INDEX "avoided_apps_app_idx" ON "avoided_apps" USING btree ("app_id");
CREATE INDEX "paired_apps_due_idx" ON "paired_apps" USING btree ("due_at");
INSERT INTO "changed_likes" SELECT DISTINCT "app_id" FROM "votes"
	WHERE "vote_type" = 'up' AND "created_at" > now() - interval '90 days';
