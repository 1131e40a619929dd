-- The job `search-documents` writes the documents of existing apps again, in batches.
ALTER TABLE "search_documents" ADD COLUMN "rules" smallint DEFAULT 0 NOT NULL;
DROP INDEX "search_documents_lexemes_idx";
CREATE INDEX "search_documents_lexemes_idx" ON "search_documents" USING gin ((words || maker_words || marks)) WITH (fastupdate=false);
-- The baseline made this index only where the extension pg_trgm is available.
DO $$
BEGIN
  IF to_regclass('users_search_trigram_idx') IS NOT NULL THEN
    DROP INDEX users_search_trigram_idx;
    CREATE INDEX users_search_trigram_idx ON users USING gin (regexp_replace(normalize(lower(
      coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')), NFKD),
      '[\u0300-\u036f]', '', 'g') gin_trgm_ops);
  END IF;
END $$;
