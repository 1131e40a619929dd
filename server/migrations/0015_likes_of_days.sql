-- The likes of one day are one stretch of this index: nothing in it is read that is no like.
CREATE INDEX "votes_app_type_idx" ON "votes" USING btree ("app_id","vote_type","created_at");
DROP INDEX "votes_app_idx";
