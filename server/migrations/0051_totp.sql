CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "recovery_codes_pkey" PRIMARY KEY("user_id","hash")
);

CREATE TABLE "secret_key_mark" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "secret_key_mark_is_only" CHECK ("secret_key_mark"."is_only")
);

CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"key_mark" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"last_step" bigint NOT NULL
);

ALTER TABLE "instance" ADD COLUMN "require_factor" boolean DEFAULT false NOT NULL;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_totp_secrets_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."totp_secrets"("user_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;