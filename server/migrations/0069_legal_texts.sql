-- works from 1.0.0
CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page" varchar(20) NOT NULL,
	"language" varchar(35) NOT NULL,
	"text" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_texts_page" CHECK ("legal_texts"."page" IN ('privacy', 'terms', 'imprint'))
);

ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "legal_texts_active_key" ON "legal_texts" USING btree ("page","language") WHERE "legal_texts"."is_active";

-- One row for each text that a saved version of the settings changed.
WITH "texts" AS (
  SELECT "instance"."id", "instance"."created_at", "instance"."saved_by", "page", "language", coalesce("by_language" ->> "language", '') AS "text"
  FROM "instance"
  CROSS JOIN LATERAL (VALUES ('privacy', "privacy"), ('terms', "terms"), ('imprint', "imprint")) AS "pages" ("page", "by_language")
  CROSS JOIN (SELECT DISTINCT jsonb_object_keys("privacy" || "terms" || "imprint") AS "language" FROM "instance") AS "languages"
), "changes" AS (
  SELECT *, lag("text", 1, '') OVER "versions" AS "before" FROM "texts"
  WINDOW "versions" AS (PARTITION BY "page", "language" ORDER BY "created_at", "id")
)
INSERT INTO "legal_texts" ("id", "page", "language", "text", "is_active", "saved_by", "created_at")
SELECT gen_random_uuid(), "page", "language", "text",
  row_number() OVER (PARTITION BY "page", "language" ORDER BY "created_at" DESC, "id" DESC) = 1, "saved_by", "created_at"
FROM "changes" WHERE "text" <> "before";
ALTER TABLE "instance" DROP COLUMN "privacy";
ALTER TABLE "instance" DROP COLUMN "terms";
ALTER TABLE "instance" DROP COLUMN "imprint";