CREATE TABLE "app_tags" (
	"tag" text NOT NULL,
	"app_id" uuid NOT NULL,
	CONSTRAINT "app_tags_pkey" PRIMARY KEY("tag","app_id")
);


-- Until the trigger exists, no other transaction may write apps.
LOCK TABLE "apps" IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO "app_tags" ("tag", "app_id") SELECT DISTINCT unnest("tags"), "id" FROM "apps";
