CREATE TYPE "public"."view_budget_kind" AS ENUM('first', 'version');
CREATE TABLE "first_views" (
	"budget_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_views_pkey" PRIMARY KEY("budget_id","user_id")
);

CREATE TABLE "first_views_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"weekly_people" integer DEFAULT 0 NOT NULL,
	"share" double precision DEFAULT 0.1 NOT NULL,
	"recent_apps" integer DEFAULT 0 NOT NULL,
	"recent_median_s" integer,
	"recent_nine_of_ten_s" integer,
	CONSTRAINT "first_views_state_is_only" CHECK ("first_views_state"."is_only")
);

CREATE TABLE "view_budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"kind" "view_budget_kind" NOT NULL,
	"note" text,
	"wanted" integer NOT NULL,
	"guests_max" integer NOT NULL,
	"pace_s" integer NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"guest_views" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"report" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "view_budgets_views" CHECK ("view_budgets"."views" BETWEEN "view_budgets"."guest_views" AND "view_budgets"."wanted"),
	CONSTRAINT "view_budgets_guests" CHECK ("view_budgets"."guest_views" BETWEEN 0 AND "view_budgets"."guests_max")
);

CREATE TABLE "waiting_versions" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

DROP INDEX "apps_newcomers_idx";
ALTER TABLE "first_views" ADD CONSTRAINT "first_views_budget_id_view_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."view_budgets"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "first_views" ADD CONSTRAINT "first_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "view_budgets" ADD CONSTRAINT "view_budgets_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_versions" ADD CONSTRAINT "waiting_versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_versions" ADD CONSTRAINT "waiting_versions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "first_views_user_idx" ON "first_views" USING btree ("user_id");
CREATE UNIQUE INDEX "view_budgets_open_key" ON "view_budgets" USING btree ("app_id") WHERE "view_budgets"."finished_at" IS NULL;
CREATE INDEX "view_budgets_app_idx" ON "view_budgets" USING btree ("app_id","created_at");
CREATE INDEX "view_budgets_due_idx" ON "view_budgets" USING btree ("due_at","app_id") WHERE "view_budgets"."due_at" IS NOT NULL;
CREATE INDEX "view_budgets_finished_idx" ON "view_budgets" USING btree ("finished_at") WHERE "view_budgets"."finished_at" IS NOT NULL;
CREATE INDEX "view_budgets_unreported_idx" ON "view_budgets" USING btree ("finished_at") WHERE "view_budgets"."finished_at" IS NOT NULL AND "view_budgets"."report" IS NULL;
CREATE INDEX "waiting_versions_asked_by_idx" ON "waiting_versions" USING btree ("asked_by");
INSERT INTO first_views_state DEFAULT VALUES;

-- Apps that makers submitted and that were never approved. Others are no newcomers.
INSERT INTO view_budgets (id, app_id, kind, wanted, guests_max, pace_s, created_at)
  SELECT gen_random_uuid(), id, 'first', 100, 30, 1296, created_at FROM apps
  WHERE approval_no IS NULL AND upload_id IS NULL AND submitted_by IS NOT NULL;
