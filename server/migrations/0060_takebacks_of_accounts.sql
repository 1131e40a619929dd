ALTER TABLE "trust_state" ADD COLUMN "signups_used_up_at" timestamp (3) with time zone;
ALTER TABLE "takebacks" ADD COLUMN "account_id" uuid;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "takebacks_account_idx" ON "takebacks" USING btree ("account_id","created_at") WHERE "takebacks"."account_id" IS NOT NULL;