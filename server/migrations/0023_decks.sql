CREATE TYPE "public"."deck_kind" AS ENUM('best');
CREATE TABLE "cursor_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
	CONSTRAINT "cursor_key_is_only" CHECK ("cursor_key"."is_only")
);

CREATE TABLE "deck_pages" (
	"deck_id" uuid NOT NULL,
	"day" date NOT NULL,
	"page" integer NOT NULL,
	"app_ids" uuid[] NOT NULL,
	"reasons" text NOT NULL,
	"dealt_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deck_pages_pkey" PRIMARY KEY("deck_id","page","day")
) PARTITION BY LIST ("day");

-- Holds days that have no partition of their own.
CREATE TABLE "deck_pages_default" PARTITION OF "deck_pages" DEFAULT;

CREATE TABLE "decks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "deck_kind" NOT NULL,
	"algorithm" "algorithm_type" NOT NULL,
	"is_recycling" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL
);

CREATE UNLOGGED TABLE "hands" (
	"deck_id" uuid PRIMARY KEY NOT NULL,
	"page" integer NOT NULL,
	"page_size" integer NOT NULL,
	"app_ids" uuid[] NOT NULL,
	"reasons" text NOT NULL,
	"taken" integer NOT NULL,
	"has_more" boolean NOT NULL,
	"resume_at" jsonb,
	"from_top_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "deck_pages" ADD CONSTRAINT "deck_pages_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "decks" ADD CONSTRAINT "decks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "hands" ADD CONSTRAINT "hands_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "decks_user_idx" ON "decks" USING btree ("user_id");
CREATE INDEX "decks_day_idx" ON "decks" USING btree ("day");
INSERT INTO "cursor_key" DEFAULT VALUES;
