-- works from 0.2.0

CREATE TABLE "decision_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"moderator_id" uuid NOT NULL,
	"undoable_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"moderator_id" uuid NOT NULL,
	"batch_id" uuid,
	"decision" varchar(8),
	"reason" text,
	"restores" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);

DROP INDEX "audit_log_batch_idx";
CREATE INDEX "decisions_app_idx" ON "decisions" USING btree ("app_id","created_at");
CREATE INDEX "decisions_batch_idx" ON "decisions" USING btree ("batch_id") WHERE "decisions"."batch_id" IS NOT NULL;
ALTER TABLE "audit_log" DROP COLUMN "batch_id";