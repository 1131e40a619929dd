ALTER TABLE "users" ADD COLUMN "picture" varchar(32);
ALTER TABLE "users" ADD CONSTRAINT "users_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;
CREATE INDEX "users_picture_idx" ON "users" USING btree ("picture") WHERE "users"."picture" IS NOT NULL;