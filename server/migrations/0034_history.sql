CREATE TABLE "cleared_views" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"view_counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cleared_views_pkey" PRIMARY KEY("user_id","app_id")
);

ALTER TABLE "apps" ADD COLUMN "approved_at" timestamp (3) with time zone;
ALTER TABLE "users" ADD COLUMN "history_cleared_at" timestamp (3) with time zone;
ALTER TABLE "cleared_views" ADD CONSTRAINT "cleared_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "cleared_views_counted_idx" ON "cleared_views" USING btree ("view_counted_at");