CREATE INDEX "apps_page_idx" ON "apps" USING btree (right("id"::text, 12));
CREATE INDEX "apps_category_idx" ON "apps" USING btree ("category","approval_no") WHERE "apps"."status" = 'approved';