CREATE TABLE "applications" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"decided_by" uuid
);

ALTER TABLE "users" ADD COLUMN "must_be_approved" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "approved_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "refused_at" timestamp (3) with time zone;
ALTER TABLE "applications" ADD CONSTRAINT "applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "applications_decided_by_idx" ON "applications" USING btree ("decided_by");
CREATE INDEX "users_unapproved_idx" ON "users" USING btree ("created_at","id") WHERE "users"."must_be_approved" AND "users"."approved_at" IS NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_decided_once" CHECK ("users"."approved_at" IS NULL OR "users"."refused_at" IS NULL);