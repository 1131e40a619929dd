ALTER TYPE "public"."deck_kind" ADD VALUE 'search';
CREATE TABLE "known_words" (
	"word" text COLLATE "C" NOT NULL,
	"apps" integer NOT NULL,
	"typo_keys" text[] NOT NULL
);

CREATE TABLE "search_documents" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"approval_no" bigint,
	"trending" double precision DEFAULT 0 NOT NULL,
	"words" "tsvector" NOT NULL,
	"maker_words" "tsvector" NOT NULL,
	"marks" "tsvector" DEFAULT '' NOT NULL
);

ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "known_words_word_idx" ON "known_words" USING btree ("word");
CREATE INDEX "known_words_typo_keys_idx" ON "known_words" USING gin ("typo_keys") WITH (fastupdate=false);
CREATE INDEX "search_documents_approval_idx" ON "search_documents" USING btree ("approval_no") WHERE "search_documents"."approval_no" IS NOT NULL;
CREATE INDEX "search_documents_lexemes_idx" ON "search_documents" USING gin ((words || maker_words || marks)) WITH (fastupdate=false) WHERE "search_documents"."approval_no" IS NOT NULL;