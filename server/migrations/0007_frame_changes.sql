CREATE TABLE "frame_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"frame_status" "frame_status" NOT NULL,
	"frame_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "frame_changes" ADD CONSTRAINT "frame_changes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "frame_changes_app_idx" ON "frame_changes" USING btree ("app_id","created_at");