ALTER TABLE "instance" ADD COLUMN "claim_roles" jsonb DEFAULT '[]' NOT NULL;
ALTER TABLE "instance" ADD COLUMN "trusts_provider_factor" boolean DEFAULT false NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "is_from_platform" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "given_role" "user_role" DEFAULT 'member' NOT NULL;
ALTER TABLE "users" ADD COLUMN "claimed_role" "user_role" DEFAULT 'member' NOT NULL;
UPDATE "users" SET "given_role" = "role" WHERE "role" <> 'member';
ALTER TABLE "users" ADD COLUMN "claim_lost_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD CONSTRAINT "users_higher_role" CHECK ("users"."role" = greatest("users"."given_role", "users"."claimed_role"));