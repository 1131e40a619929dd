ALTER TABLE "app_baselines" ADD COLUMN "language" varchar(16);
ALTER TABLE "apps" ADD COLUMN "language" varchar(16);
ALTER TABLE "apps" ADD COLUMN "is_language_own" boolean DEFAULT false NOT NULL;
ALTER TABLE "hands" ADD COLUMN "is_others" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "reads_languages" text[];
CREATE INDEX "apps_language_idx" ON "apps" USING btree ("language");