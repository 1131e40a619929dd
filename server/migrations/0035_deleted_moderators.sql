ALTER TABLE "decision_batches" ALTER COLUMN "moderator_id" DROP NOT NULL;
ALTER TABLE "decisions" ALTER COLUMN "moderator_id" DROP NOT NULL;

-- The update and the check of each foreign key read these indexes. The table users, which sign-ups write, comes last, so that it
-- is locked for its own rows only.
CREATE INDEX "decision_batches_moderator_idx" ON "decision_batches" USING btree ("moderator_id") WHERE "decision_batches"."moderator_id" IS NOT NULL;
CREATE INDEX "decisions_moderator_idx" ON "decisions" USING btree ("moderator_id") WHERE "decisions"."moderator_id" IS NOT NULL;

UPDATE "decision_batches" SET "moderator_id" = NULL
  WHERE "moderator_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "moderator_id");
UPDATE "decisions" SET "moderator_id" = NULL
  WHERE "moderator_id" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "moderator_id");
CREATE INDEX "users_suspended_by_idx" ON "users" USING btree ("suspended_by") WHERE "users"."suspended_by" IS NOT NULL;
UPDATE "users" SET "suspended_by" = NULL
  WHERE "suspended_by" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" AS "admin" WHERE "admin"."id" = "users"."suspended_by");

ALTER TABLE "decision_batches" ADD CONSTRAINT "decision_batches_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_by_users_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
