ALTER TABLE "sessions" ADD COLUMN "proved_at" timestamp (3) with time zone;
ALTER TABLE "sessions" ADD COLUMN "has_factor" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "has_factor" boolean DEFAULT false NOT NULL;