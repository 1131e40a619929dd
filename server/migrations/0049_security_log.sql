CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event" varchar(40) NOT NULL,
	"device" jsonb,
	"network" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "network_key" ADD COLUMN "monthly_key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL;
ALTER TABLE "network_key" ADD COLUMN "monthly_key_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "device" jsonb;
ALTER TABLE "sessions" ADD COLUMN "network" text;
ALTER TABLE "users" ADD COLUMN "device_key" uuid DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "security_events_user_idx" ON "security_events" USING btree ("user_id","created_at","id");
CREATE INDEX "security_events_created_idx" ON "security_events" USING btree ("created_at","id");
CREATE INDEX "security_events_event_idx" ON "security_events" USING btree ("event","created_at","id");
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions" USING btree ("id");