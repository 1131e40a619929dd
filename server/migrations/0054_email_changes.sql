CREATE TABLE "pending_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(254) NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_emails_normal" CHECK ("pending_emails"."email" = lower(btrim("pending_emails"."email")))
);

CREATE TABLE "previous_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(254) NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"undoable_until" timestamp (3) with time zone,
	"undo_hash" text,
	"confirmed_with" text,
	"had_google" boolean NOT NULL,
	"had_platform" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "previous_emails_normal" CHECK ("previous_emails"."email" = lower(btrim("previous_emails"."email")))
);

ALTER TABLE "pending_emails" ADD CONSTRAINT "pending_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "previous_emails" ADD CONSTRAINT "previous_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "pending_emails_token_key" ON "pending_emails" USING btree ("token_hash");
CREATE INDEX "pending_emails_user_idx" ON "pending_emails" USING btree ("user_id","expires_at");
CREATE INDEX "pending_emails_email_idx" ON "pending_emails" USING btree ("email");
CREATE INDEX "pending_emails_expires_idx" ON "pending_emails" USING btree ("expires_at");
CREATE UNIQUE INDEX "previous_emails_undo_key" ON "previous_emails" USING btree ("undo_hash");
CREATE INDEX "previous_emails_confirmed_idx" ON "previous_emails" USING btree ("confirmed_with");
CREATE INDEX "previous_emails_user_idx" ON "previous_emails" USING btree ("user_id","created_at");
CREATE INDEX "previous_emails_email_idx" ON "previous_emails" USING btree ("email");
CREATE INDEX "previous_emails_created_idx" ON "previous_emails" USING btree ("created_at");