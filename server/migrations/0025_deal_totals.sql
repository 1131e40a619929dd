CREATE TABLE "deal_totals" (
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"dealt" integer NOT NULL,
	CONSTRAINT "deal_totals_pkey" PRIMARY KEY("day","app_id","reason")
);

CREATE TABLE "deals_counted" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deals_counted_is_only" CHECK ("deals_counted"."is_only")
);

CREATE INDEX "deck_pages_dealt_idx" ON "deck_pages" USING btree ("dealt_at");
INSERT INTO "deals_counted" ("until") VALUES ('epoch');
