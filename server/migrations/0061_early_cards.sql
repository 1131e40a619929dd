ALTER TABLE "daily_views" ADD COLUMN "early_views" integer DEFAULT 0 NOT NULL;
-- Views and likes from before count as if they were of early cards, so that they limit no app.
UPDATE "daily_views" SET "early_views" = "views" WHERE "day" >= current_date - 14;
ALTER TABLE "daily_views" ADD CONSTRAINT "daily_views_early" CHECK ("daily_views"."early_views" BETWEEN 0 AND "daily_views"."views");
ALTER TABLE "taken_votes" ADD COLUMN "is_of_early_card" boolean DEFAULT true NOT NULL;
ALTER TABLE "taken_votes" ALTER COLUMN "is_of_early_card" SET DEFAULT false;
ALTER TABLE "votes" ADD COLUMN "is_of_early_card" boolean DEFAULT true NOT NULL;
ALTER TABLE "votes" ALTER COLUMN "is_of_early_card" SET DEFAULT false;
