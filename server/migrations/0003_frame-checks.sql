ALTER TABLE "apps" ADD COLUMN "frame_check_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "apps" ADD COLUMN "unreachable_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "apps_frame_check_idx" ON "apps" USING btree ("frame_check_due_at") WHERE "apps"."status" <> 'rejected';