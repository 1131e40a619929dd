CREATE TYPE "public"."milestone" AS ENUM('likes', 'views');
CREATE TABLE "app_verifications" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar(43) NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"finding" text,
	"proved_at" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "app_milestones" (
	"app_id" uuid NOT NULL,
	"milestone" "milestone" NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_milestones_pkey" PRIMARY KEY("app_id","milestone")
);

CREATE TABLE "mail_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"milestones" boolean DEFAULT true NOT NULL,
	"weekly" boolean DEFAULT false NOT NULL,
	"unsubscribe_token" varchar(43) NOT NULL,
	"weekly_queued_for" date,
	CONSTRAINT "mail_preferences_unsubscribe_token_unique" UNIQUE("unsubscribe_token")
);

CREATE TABLE "maker_pages" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(60) NOT NULL,
	"line" varchar(160) NOT NULL,
	"links" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "apps" ADD COLUMN "verified_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "handle" varchar(30);
ALTER TABLE "app_verifications" ADD CONSTRAINT "app_verifications_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_milestones" ADD CONSTRAINT "app_milestones_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "maker_pages" ADD CONSTRAINT "maker_pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "mail_preferences_weekly_idx" ON "mail_preferences" USING btree ("weekly_queued_for","user_id") WHERE "mail_preferences"."weekly";
CREATE UNIQUE INDEX "users_handle_key" ON "users" USING btree ("handle");

-- What apps have reached before anybody was told of it counts as told.
INSERT INTO "app_milestones" ("app_id", "milestone", "reached_at")
  SELECT "id", 'likes'::milestone, now() FROM "apps" WHERE "upvotes" >= 10
  UNION ALL SELECT "id", 'views'::milestone, now() FROM "apps" WHERE "views" >= 100;
