CREATE TYPE "public"."report_kind" AS ENUM('broken', 'spam', 'offensive', 'copyright', 'other');
ALTER TABLE "reports" ADD COLUMN "kind" "report_kind";