CREATE TABLE "instance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(40) DEFAULT 'Zapdeck' NOT NULL,
	"tagline" jsonb DEFAULT '{}' NOT NULL,
	"description" jsonb DEFAULT '{}' NOT NULL,
	"accent" varchar(7),
	"contact" text,
	"show_powered_by" boolean DEFAULT true NOT NULL,
	"default_language" varchar(35) DEFAULT 'en' NOT NULL,
	"languages" text[],
	"registration" varchar(20) DEFAULT 'open' NOT NULL,
	"registration_question" jsonb DEFAULT '{}' NOT NULL,
	"allowed_domains" text[] DEFAULT '{}' NOT NULL,
	"guests" boolean DEFAULT true NOT NULL,
	"landing_heading" jsonb DEFAULT '{}' NOT NULL,
	"landing_subtitle" jsonb DEFAULT '{}' NOT NULL,
	"landing_note" jsonb DEFAULT '{}' NOT NULL,
	"about_heading" jsonb DEFAULT '{}' NOT NULL,
	"about_subtitle" jsonb DEFAULT '{}' NOT NULL,
	"about_note" jsonb DEFAULT '{}' NOT NULL,
	"submit_note" jsonb DEFAULT '{}' NOT NULL,
	"privacy" jsonb DEFAULT '{}' NOT NULL,
	"privacy_url" text,
	"terms" jsonb DEFAULT '{}' NOT NULL,
	"terms_url" text,
	"imprint" jsonb DEFAULT '{}' NOT NULL,
	"imprint_url" text,
	"terms_version" integer DEFAULT 0 NOT NULL,
	"logo" varchar(32),
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_accent" CHECK ("instance"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "instance_registration" CHECK ("instance"."registration" IN ('open', 'invitation', 'approval', 'closed'))
);

CREATE TABLE "logo_files" (
	"logo" varchar(32) NOT NULL,
	"name" varchar(20) NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "logo_files_pkey" PRIMARY KEY("logo","name")
);

ALTER TABLE "users" ADD COLUMN "terms_version" integer;
ALTER TABLE "users" ADD COLUMN "terms_accepted_at" timestamp (3) with time zone;
ALTER TABLE "instance" ADD CONSTRAINT "instance_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "instance_active_key" ON "instance" USING btree ("is_active") WHERE "instance"."is_active";
-- The first settings: the defaults of the columns.
INSERT INTO instance (id) VALUES (gen_random_uuid());

-- A reason that admins have not edited names no product.
UPDATE canned_reasons SET text = 'This is a page to read, not something to use or play with. We show web apps that people can try at once.'
WHERE text = 'This is a page to read, not something to use or play with. Zapdeck shows web apps that people can try at once.';
