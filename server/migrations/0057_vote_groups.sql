CREATE TABLE "taken_votes" (
	"takeback_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"vote_id" uuid NOT NULL,
	"vote_type" "vote_type" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_votes_pkey" PRIMARY KEY("takeback_id","app_id","user_id")
);

CREATE TABLE "takeback_accounts" (
	"takeback_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "takeback_accounts_pkey" PRIMARY KEY("takeback_id","user_id")
);

CREATE TABLE "takebacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid,
	"admin_id" uuid,
	"votes" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"undone_by" uuid,
	"restored" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "vote_group_apps" (
	"group_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	CONSTRAINT "vote_group_apps_pkey" PRIMARY KEY("group_id","app_id")
);

CREATE TABLE "vote_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"observed" integer NOT NULL,
	"expected" real NOT NULL,
	CONSTRAINT "vote_group_members_pkey" PRIMARY KEY("group_id","user_id")
);

CREATE TABLE "vote_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"makers" integer NOT NULL,
	"last_found_at" timestamp (3) with time zone NOT NULL,
	"dismissed_at" timestamp (3) with time zone,
	"dismissed_by" uuid,
	"dismissed_members" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_takeback_id_takebacks_id_fk" FOREIGN KEY ("takeback_id") REFERENCES "public"."takebacks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takeback_accounts" ADD CONSTRAINT "takeback_accounts_takeback_id_takebacks_id_fk" FOREIGN KEY ("takeback_id") REFERENCES "public"."takebacks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takeback_accounts" ADD CONSTRAINT "takeback_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "vote_group_apps" ADD CONSTRAINT "vote_group_apps_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_apps" ADD CONSTRAINT "vote_group_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_members" ADD CONSTRAINT "vote_group_members_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_members" ADD CONSTRAINT "vote_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_groups" ADD CONSTRAINT "vote_groups_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "taken_votes_app_idx" ON "taken_votes" USING btree ("app_id");
CREATE INDEX "taken_votes_user_idx" ON "taken_votes" USING btree ("user_id");
CREATE INDEX "takeback_accounts_user_idx" ON "takeback_accounts" USING btree ("user_id");
CREATE INDEX "takebacks_group_idx" ON "takebacks" USING btree ("group_id","created_at");
CREATE INDEX "takebacks_admin_idx" ON "takebacks" USING btree ("admin_id") WHERE "takebacks"."admin_id" IS NOT NULL;
CREATE INDEX "takebacks_undone_by_idx" ON "takebacks" USING btree ("undone_by") WHERE "takebacks"."undone_by" IS NOT NULL;
CREATE INDEX "vote_group_apps_app_idx" ON "vote_group_apps" USING btree ("app_id");
CREATE INDEX "vote_group_members_user_idx" ON "vote_group_members" USING btree ("user_id");
CREATE INDEX "vote_groups_created_idx" ON "vote_groups" USING btree ("created_at","id");
CREATE INDEX "vote_groups_dismissed_by_idx" ON "vote_groups" USING btree ("dismissed_by") WHERE "vote_groups"."dismissed_by" IS NOT NULL;