CREATE TYPE "public"."user_role" AS ENUM('member', 'moderator', 'admin');
ALTER TABLE "users" ADD COLUMN "role" "user_role" DEFAULT 'member' NOT NULL;
UPDATE "users" SET "role" = 'admin' WHERE "is_admin";
CREATE INDEX "users_moderators_idx" ON "users" USING btree ("id") WHERE "users"."role" = 'moderator';
ALTER TABLE "users" ADD CONSTRAINT "users_guest_is_member" CHECK (NOT "users"."is_guest" OR "users"."role" = 'member');
ALTER TABLE "users" ADD CONSTRAINT "users_admin_by_role" CHECK ("users"."is_admin" = ("users"."role" = 'admin'));