ALTER TABLE "audit_log" ADD COLUMN "batch_id" uuid;
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_id","created_at");
CREATE INDEX "audit_log_batch_idx" ON "audit_log" USING btree ("batch_id") WHERE "audit_log"."batch_id" IS NOT NULL;