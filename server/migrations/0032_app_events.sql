CREATE TABLE "app_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"action" varchar(50) NOT NULL,
	"actor_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

-- One statement for all rows, before the indexes and the foreign key: 300,000 entries take seven seconds on a busy machine.
INSERT INTO "app_events" ("id", "app_id", "action", "actor_id", "before", "after", "created_at")
  SELECT entry."id", "apps"."id", "action", "actor_id", "before", "after", entry."created_at"
  FROM "audit_log" AS entry LEFT JOIN "reports" ON "reports"."id" = "target_id"
  JOIN "apps" ON "apps"."id" = coalesce("reports"."app_id", "target_id");

ALTER TABLE "app_events" ADD CONSTRAINT "app_events_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "app_events_app_idx" ON "app_events" USING btree ("app_id","created_at");
CREATE INDEX "app_events_waiting_idx" ON "app_events" USING btree ("app_id","created_at") WHERE "app_events"."action" = 'app.held' OR "app_events"."action" = 'app.resubmitted';

ALTER TABLE "users" ADD COLUMN "suspended_by" uuid;
UPDATE "users" SET "suspended_by" = (
    SELECT "actor_id" FROM "audit_log" WHERE "target_id" = "users"."id" AND "action" = 'user.suspended'
    ORDER BY "created_at" DESC LIMIT 1)
  WHERE "suspended_at" IS NOT NULL;
