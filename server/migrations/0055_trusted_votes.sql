CREATE TABLE "trust_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"crowded_days" date[] DEFAULT '{}' NOT NULL,
	"computed_at" timestamp (3) with time zone,
	CONSTRAINT "trust_state_is_only" CHECK ("trust_state"."is_only")
);

CREATE TABLE "vote_networks" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"network" "bytea" NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vote_networks_pkey" PRIMARY KEY("user_id","app_id")
);

ALTER TABLE "seen_counts" ADD COLUMN "most_before" integer DEFAULT 0 NOT NULL;
-- Rows from before this migration do not say how long an app was viewed. They count, so that decks keep their likes.
ALTER TABLE "seen_apps" ADD COLUMN "is_viewed" boolean DEFAULT true NOT NULL;
ALTER TABLE "seen_apps" ALTER COLUMN "is_viewed" SET DEFAULT false;
ALTER TABLE "paired_apps" ADD COLUMN "weight" double precision DEFAULT 0 NOT NULL;
UPDATE "paired_apps" SET "weight" = "likes";
ALTER TABLE "votes" ADD COLUMN "is_seen_in_deck" boolean DEFAULT true NOT NULL;
ALTER TABLE "votes" ALTER COLUMN "is_seen_in_deck" SET DEFAULT false;
ALTER TABLE "vote_networks" ADD CONSTRAINT "vote_networks_vote_fk" FOREIGN KEY ("user_id","app_id") REFERENCES "public"."votes"("user_id","app_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "vote_networks_network_idx" ON "vote_networks" USING btree ("network","user_id");
INSERT INTO "trust_state" DEFAULT VALUES;
