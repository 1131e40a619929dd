CREATE TYPE "public"."hidden_kind" AS ENUM('category', 'tag', 'maker');
CREATE TABLE "hidden" (
	"user_id" uuid NOT NULL,
	"kind" "hidden_kind" NOT NULL,
	"value" text NOT NULL,
	"maker_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_pkey" PRIMARY KEY("user_id","kind","value"),
	CONSTRAINT "hidden_maker_is_value" CHECK ("hidden"."maker_id"::text IS NOT DISTINCT FROM CASE WHEN "hidden"."kind" = 'maker' THEN "hidden"."value" END)
);

ALTER TABLE "hidden" ADD CONSTRAINT "hidden_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "hidden" ADD CONSTRAINT "hidden_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "hidden_maker_idx" ON "hidden" USING btree ("maker_id") WHERE "hidden"."maker_id" IS NOT NULL;