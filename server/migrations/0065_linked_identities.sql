ALTER TABLE "sessions" ADD COLUMN "is_from_google" boolean DEFAULT false NOT NULL;
ALTER TABLE "sign_in_attempts" ADD COLUMN "sid" text;
ALTER TABLE "users" ADD COLUMN "google_linked_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "platform_linked_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "google_email" varchar(254);
ALTER TABLE "users" ADD COLUMN "platform_email" varchar(254);
ALTER TABLE "users" ADD COLUMN "links_by_email" boolean DEFAULT true NOT NULL;
-- Sessions of accounts that have used Google may be of Google: unlinking ends them.
UPDATE "sessions" SET "is_from_google" = true FROM "users"
  WHERE "users"."id" = "sessions"."user_id" AND "users"."google_id" IS NOT NULL AND NOT "sessions"."is_from_platform";
