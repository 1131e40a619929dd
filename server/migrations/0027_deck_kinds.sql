ALTER TYPE "public"."deck_kind" ADD VALUE 'new';
ALTER TYPE "public"."deck_kind" ADD VALUE 'unseen';
ALTER TYPE "public"."deck_kind" ADD VALUE 'liked';
ALTER TYPE "public"."deck_kind" ADD VALUE 'category';
ALTER TYPE "public"."deck_kind" ADD VALUE 'tag';
ALTER TYPE "public"."deck_kind" ADD VALUE 'maker';
ALTER TABLE "decks" ADD COLUMN "value" text;
CREATE INDEX "apps_category_score_idx" ON "apps" USING btree ("category","ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
-- The position of an order has another form in hands.
TRUNCATE "hands";
