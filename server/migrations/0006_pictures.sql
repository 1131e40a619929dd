CREATE TABLE "picture_looks" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"is_allowed" boolean DEFAULT true NOT NULL,
	"looked_for" varchar(32),
	"looked_at" timestamp (3) with time zone,
	"host" text,
	"made_from" varchar(32)
);

CREATE TABLE "pictures" (
	"hash" varchar(32) PRIMARY KEY NOT NULL,
	"webp_160" "bytea" NOT NULL,
	"webp_480" "bytea" NOT NULL,
	"webp_960" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "apps" ADD COLUMN "picture" varchar(32);
ALTER TABLE "apps" ADD COLUMN "colour" varchar(7);
ALTER TABLE "picture_looks" ADD CONSTRAINT "picture_looks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "apps" ADD CONSTRAINT "apps_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;
CREATE INDEX "apps_picture_idx" ON "apps" USING btree ("picture") WHERE "apps"."picture" IS NOT NULL;

-- A webp gets no smaller: it is kept outside of the row, as it is.
ALTER TABLE "pictures" ALTER COLUMN "webp_160" SET STORAGE EXTERNAL,
  ALTER COLUMN "webp_480" SET STORAGE EXTERNAL, ALTER COLUMN "webp_960" SET STORAGE EXTERNAL;

-- What the checks found was kept as if a file had given it: with apps of the form, which were reviewed or wait. It is
-- found again, and followed when it changes.
UPDATE "apps" SET "thumbnail_url" = NULL WHERE "thumbnail_url" IS NOT NULL AND ("status" = 'pending' OR "reviewed_at" IS NOT NULL);
