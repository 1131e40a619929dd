CREATE TABLE "waiting_words" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"title" varchar(100),
	"description" text,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_words_any" CHECK ("waiting_words"."title" IS NOT NULL OR "waiting_words"."description" IS NOT NULL)
);

ALTER TABLE "waiting_words" ADD CONSTRAINT "waiting_words_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_words" ADD CONSTRAINT "waiting_words_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "waiting_words_asked_by_idx" ON "waiting_words" USING btree ("asked_by");