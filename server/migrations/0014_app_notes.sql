CREATE TABLE "app_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "apps" ADD COLUMN "upload_id" uuid;
ALTER TABLE "app_notes" ADD CONSTRAINT "app_notes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_notes" ADD CONSTRAINT "app_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "app_notes_app_idx" ON "app_notes" USING btree ("app_id","created_at");
CREATE INDEX "app_notes_author_idx" ON "app_notes" USING btree ("author_id");

-- The queue is filtered, searched, counted and sorted by what this index carries, and no app is read for it. It holds waiting
-- apps alone: no vote on and no view of an approved one writes to it. The longest title and address together stay below the
-- 2,704 bytes that an entry may have.
DROP INDEX "apps_pending_idx";
CREATE INDEX "apps_pending_idx" ON "apps" USING btree ("created_at","id") INCLUDE ("title","url","frame_status","category","submitted_by","upload_id") WHERE "apps"."status" = 'pending';
