CREATE TABLE "pending_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"identity" jsonb NOT NULL,
	"return_to" text,
	"invitation_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_accounts_hash_key" UNIQUE("hash")
);

CREATE INDEX "pending_accounts_expires_idx" ON "pending_accounts" USING btree ("expires_at");