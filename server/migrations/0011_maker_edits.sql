CREATE TABLE "app_baselines" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"title" varchar(100),
	"description" text,
	"category" varchar(50),
	"tags" text[],
	"picture" varchar(32),
	"is_picture_own" boolean DEFAULT false NOT NULL,
	"host" text,
	"page_title" text,
	"frame_status" "frame_status",
	"parked_sign" text,
	"completed_at" timestamp (3) with time zone,
	"seen_host" text,
	"seen_page_title" text,
	"seen_parked_sign" text,
	"page_changed_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone
);

CREATE TABLE "waiting_urls" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"url" varchar(2048) NOT NULL,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "apps" ADD COLUMN "withdrawn_at" timestamp (3) with time zone;
ALTER TABLE "picture_looks" ADD COLUMN "is_own" boolean DEFAULT false NOT NULL;
ALTER TABLE "app_baselines" ADD CONSTRAINT "app_baselines_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_baselines" ADD CONSTRAINT "app_baselines_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE set null ON UPDATE no action;
ALTER TABLE "waiting_urls" ADD CONSTRAINT "waiting_urls_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_urls" ADD CONSTRAINT "waiting_urls_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "app_baselines_changed_idx" ON "app_baselines" USING btree ("changed_at","app_id") WHERE "app_baselines"."changed_at" IS NOT NULL;
CREATE INDEX "app_baselines_picture_idx" ON "app_baselines" USING btree ("picture") WHERE "app_baselines"."picture" IS NOT NULL;
CREATE UNIQUE INDEX "waiting_urls_url_key" ON "waiting_urls" USING btree ("url");
CREATE INDEX "waiting_urls_asked_by_idx" ON "waiting_urls" USING btree ("asked_by");