CREATE TABLE "automatic_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"has_reached_limit" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "network_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
	CONSTRAINT "network_key_is_only" CHECK ("network_key"."is_only")
);

ALTER TABLE "reports" ADD COLUMN "network" varchar(43);
ALTER TABLE "moderation_settings" ADD COLUMN "holds_per_hour" integer DEFAULT 5 NOT NULL;
CREATE INDEX "automatic_holds_created_idx" ON "automatic_holds" USING btree ("created_at");
CREATE INDEX "reports_network_age_idx" ON "reports" USING btree ("created_at") WHERE "reports"."network" IS NOT NULL;
ALTER TABLE "moderation_settings" ADD CONSTRAINT "moderation_settings_holds" CHECK ("moderation_settings"."holds_per_hour" BETWEEN 1 AND 100);
INSERT INTO "network_key" DEFAULT VALUES;
