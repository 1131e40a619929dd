CREATE TYPE "public"."host_rule" AS ENUM('blocked', 'trusted');
CREATE TABLE "app_hosts" (
	"app_id" uuid NOT NULL,
	"is_landing" boolean DEFAULT false NOT NULL,
	"host_key" text COLLATE "C" NOT NULL,
	CONSTRAINT "app_hosts_pkey" PRIMARY KEY("app_id","is_landing")
);

CREATE TABLE "host_rules" (
	"host" varchar(253) PRIMARY KEY NOT NULL,
	"host_key" text COLLATE "C" NOT NULL,
	"rule" "host_rule" NOT NULL,
	"note" text,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "host_rules_key" UNIQUE("host_key")
);

ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "suspended_reason" text;
ALTER TABLE "app_hosts" ADD CONSTRAINT "app_hosts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "host_rules" ADD CONSTRAINT "host_rules_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "app_hosts_key_idx" ON "app_hosts" USING btree ("host_key","app_id");
CREATE INDEX "users_suspended_idx" ON "users" USING btree ("id") WHERE "users"."suspended_at" IS NOT NULL;
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_with_reason" CHECK (("users"."suspended_at" IS NULL) = ("users"."suspended_reason" IS NULL));

-- As functions/host_key.sql has it, which is run after this.
INSERT INTO "app_hosts" ("app_id", "host_key")
  SELECT "id", (SELECT string_agg(label, '.' ORDER BY place DESC) || '.' FROM
    string_to_table(lower(substring("url" FROM '^https?://(\[[^\]]*\]|[^/:?#]*)')), '.') WITH ORDINALITY AS labels (label, place))
  FROM "apps";
