-- works from 1.0.0
CREATE TABLE "settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"saved_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

ALTER TABLE "settings" ADD CONSTRAINT "settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "settings_version_key" ON "settings" USING btree ("kind","version");
CREATE UNIQUE INDEX "settings_active_key" ON "settings" USING btree ("kind") WHERE "settings"."is_active";

WITH "saved" ("id", "kind", "values", "is_active", "saved_by", "saved_at") AS (
  SELECT "id", 'weights', jsonb_build_object(
      'upvoteWeight', "upvote_weight", 'downvoteWeight', "downvote_weight", 'viewWeight', "view_weight", 'timeWeight', "time_weight",
      'inForce', (SELECT jsonb_build_object('upvoteWeight', "upvote_weight", 'downvoteWeight', "downvote_weight",
        'viewWeight', "view_weight", 'timeWeight', "time_weight") FROM "formula_weights" WHERE "is_in_force")),
    "is_active", "saved_by", "created_at" FROM "formula_weights"
  UNION ALL
  SELECT "id", 'algorithm', jsonb_build_object(
      'algorithmType', "algorithm_type", 'appsPerPage', "apps_per_page", 'maxDiversityPool', "max_diversity_pool",
      'categoryDiversityEnabled', "category_diversity_enabled", 'recycledContentThreshold', "recycled_content_threshold",
      'freshContentPriority', "fresh_content_priority"),
    "is_active", "saved_by", "created_at" FROM "algorithm_params"
  UNION ALL
  SELECT "id", 'advertisement', jsonb_build_object('enabled', "enabled", 'zapsBetweenAds', "zaps_between_ads"),
    "is_active", "saved_by", "created_at" FROM "advertisement_configs"
  UNION ALL
  SELECT "id", 'moderation', jsonb_build_object(
      'isHoldingEnabled', "is_holding_enabled", 'reportsToHold', "reports_to_hold", 'reporterAgeHours', "reporter_age_hours",
      'holdsPerHour', "holds_per_hour", 'isDailyMailEnabled', "is_daily_mail_enabled", 'hoursUntilMail', "hours_until_mail",
      'mailedOn', "mailed_on"),
    "is_active", "saved_by", "created_at" FROM "moderation_settings"
  UNION ALL
  SELECT "id", 'instance', jsonb_build_object(
      'name', "name", 'tagline', "tagline", 'description', "description", 'accent', "accent", 'contact', coalesce("contact", ''),
      'showPoweredBy', "show_powered_by", 'defaultLanguage', "default_language", 'languages', to_jsonb("languages"),
      'registration', "registration", 'registrationQuestion', "registration_question", 'allowedDomains', to_jsonb("allowed_domains"),
      'guests', "guests", 'requireFactor', "require_factor", 'submitNote', "submit_note", 'termsVersion', "terms_version", 'logo', "logo",
      'landing', jsonb_build_object('heading', "landing_heading", 'subtitle', "landing_subtitle", 'note', "landing_note"),
      'about', jsonb_build_object('heading', "about_heading", 'subtitle', "about_subtitle", 'note', "about_note"),
      'legal', jsonb_build_object('privacy', jsonb_build_object('url', coalesce("privacy_url", '')),
        'terms', jsonb_build_object('url', coalesce("terms_url", '')),
        'imprint', jsonb_build_object('url', coalesce("imprint_url", '')))),
    "is_active", "saved_by", "created_at" FROM "instance"
  UNION ALL
  SELECT gen_random_uuid(), 'claims', jsonb_build_object('claimRoles', "claim_roles", 'trustsProviderFactor', "trusts_provider_factor"),
    true, "saved_by", "created_at" FROM "instance" WHERE "is_active"
  UNION ALL
  SELECT "id", concat_ws('/', 'legal', "page", "language"), jsonb_build_object('text', "text"),
    "is_active", "saved_by", "created_at" FROM "legal_texts"
)
INSERT INTO "settings" ("id", "kind", "values", "version", "is_active", "saved_by", "saved_at")
SELECT "id", "kind", "values", row_number() OVER (PARTITION BY "kind" ORDER BY "is_active", "saved_at", "id"),
  "is_active", "saved_by", "saved_at"
FROM "saved";
DROP TABLE "formula_weights", "algorithm_params", "advertisement_configs", "moderation_settings", "instance", "legal_texts";
