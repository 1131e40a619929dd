CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_by" uuid,
	"uses_max" integer NOT NULL,
	"uses_left" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_uses" CHECK ("invitations"."uses_left" BETWEEN 0 AND "invitations"."uses_max")
);

CREATE TABLE "invited_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"invitation_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "sign_in_attempts" ADD COLUMN "invitation_hash" text;
ALTER TABLE "users" ADD COLUMN "must_confirm_email" boolean DEFAULT false NOT NULL;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "invited_members" ADD CONSTRAINT "invited_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invited_members" ADD CONSTRAINT "invited_members_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations" USING btree ("hash");
CREATE INDEX "invitations_created_idx" ON "invitations" USING btree ("created_at","id");
CREATE INDEX "invitations_created_by_idx" ON "invitations" USING btree ("created_by");
CREATE INDEX "invited_members_invitation_idx" ON "invited_members" USING btree ("invitation_id");