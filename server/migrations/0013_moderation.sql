CREATE TABLE "canned_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" varchar(40) NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "moderation_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_holding_enabled" boolean DEFAULT true NOT NULL,
	"reports_to_hold" integer DEFAULT 3 NOT NULL,
	"reporter_age_hours" integer DEFAULT 24 NOT NULL,
	"is_daily_mail_enabled" boolean DEFAULT true NOT NULL,
	"hours_until_mail" integer DEFAULT 24 NOT NULL,
	"mailed_on" date,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_settings_reports" CHECK ("moderation_settings"."reports_to_hold" BETWEEN 1 AND 100),
	CONSTRAINT "moderation_settings_age" CHECK ("moderation_settings"."reporter_age_hours" BETWEEN 0 AND 720),
	CONSTRAINT "moderation_settings_hours" CHECK ("moderation_settings"."hours_until_mail" BETWEEN 1 AND 720)
);

DROP INDEX "reports_app_idx";
ALTER TABLE "apps" ADD COLUMN "held_at" timestamp (3) with time zone;
ALTER TABLE "reports" ADD COLUMN "decided_at" timestamp (3) with time zone;
ALTER TABLE "reports" ADD COLUMN "batch_id" uuid;
ALTER TABLE "moderation_settings" ADD CONSTRAINT "moderation_settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "canned_reasons_label_key" ON "canned_reasons" USING btree (lower("label"));
CREATE UNIQUE INDEX "moderation_settings_active_key" ON "moderation_settings" USING btree ("is_active") WHERE "moderation_settings"."is_active";
CREATE INDEX "reports_batch_idx" ON "reports" USING btree ("batch_id") WHERE "reports"."batch_id" IS NOT NULL;
CREATE INDEX "reports_app_idx" ON "reports" USING btree ("app_id","status","created_at","decided_at","reported_by");

-- The first settings: the defaults of the columns; and reasons to begin with, which admins edit.
INSERT INTO moderation_settings (id) VALUES (gen_random_uuid());
INSERT INTO canned_reasons (id, label, text) VALUES
  (gen_random_uuid(), 'Does not load', 'We could not use the app at this address. Please see that it opens in a private window, on a phone too, and send it again.'),
  (gen_random_uuid(), 'Needs an account', 'People cannot try it without signing up or paying first. Please send us an address at which it can be tried at once.'),
  (gen_random_uuid(), 'Nothing to try', 'This is a page to read, not something to use or play with. Zapdeck shows web apps that people can try at once.'),
  (gen_random_uuid(), 'Text does not fit', 'Title, description or category do not say what the app does. Please put that right and send it again.'),
  (gen_random_uuid(), 'Misleads people', 'It leads people to believe what is not so, asks for what it does not need, or opens something that they did not ask for.'),
  (gen_random_uuid(), 'Not for this deck', 'What it shows is harmful, hateful or not meant for everybody, and has no place in the deck.');
