CREATE TYPE "public"."token_purpose" AS ENUM('verify_email', 'reset_password');
CREATE TYPE "public"."app_status" AS ENUM('pending', 'approved', 'rejected');
CREATE TYPE "public"."frame_status" AS ENUM('unknown', 'ok', 'refused', 'unreachable');
CREATE TYPE "public"."deck_kind" AS ENUM('best', 'new', 'trending', 'today', 'unseen', 'liked', 'for-you', 'category', 'tag', 'maker', 'search');
CREATE TYPE "public"."view_budget_kind" AS ENUM('first', 'version');
CREATE TYPE "public"."hidden_kind" AS ENUM('category', 'tag', 'maker');
CREATE TYPE "public"."host_rule" AS ENUM('blocked', 'trusted');
CREATE TYPE "public"."interaction_type" AS ENUM('view', 'swipe', 'like', 'dislike', 'skip');
CREATE TYPE "public"."milestone" AS ENUM('likes', 'views');
CREATE TYPE "public"."report_kind" AS ENUM('broken', 'spam', 'offensive', 'copyright', 'other');
CREATE TYPE "public"."report_status" AS ENUM('pending', 'reviewed', 'dismissed');
CREATE TYPE "public"."algorithm_type" AS ENUM('normal', 'semi_simple', 'simple');
CREATE TYPE "public"."auth_provider" AS ENUM('email', 'google', 'platform');
CREATE TYPE "public"."user_role" AS ENUM('member', 'moderator', 'admin');
CREATE TYPE "public"."vote_type" AS ENUM('up', 'down');
CREATE TABLE "account_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "token_purpose" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"log_position" text
);

CREATE TABLE "app_baselines" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"title" varchar(100),
	"description" text,
	"category" varchar(50),
	"tags" text[],
	"picture" varchar(32),
	"is_picture_own" boolean DEFAULT false NOT NULL,
	"host" text,
	"page_title" text,
	"frame_status" "frame_status",
	"parked_sign" text,
	"completed_at" timestamp (3) with time zone,
	"seen_host" text,
	"seen_page_title" text,
	"seen_parked_sign" text,
	"page_changed_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"language" varchar(16)
);

CREATE TABLE "app_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"action" varchar(50) NOT NULL,
	"actor_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "frame_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"frame_status" "frame_status" NOT NULL,
	"frame_reason" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "app_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "daily_visits" (
	"app_id" uuid NOT NULL,
	"day" date NOT NULL,
	"visits" integer DEFAULT 0 NOT NULL,
	"shares" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_visits_pkey" PRIMARY KEY("app_id","day"),
	CONSTRAINT "daily_visits_positive" CHECK ("daily_visits"."visits" >= 0 AND "daily_visits"."shares" >= 0)
);

CREATE TABLE "tried_times" (
	"app_id" uuid NOT NULL,
	"duration_ms" integer NOT NULL,
	"tries" integer NOT NULL,
	CONSTRAINT "tried_times_pkey" PRIMARY KEY("app_id","duration_ms")
);

CREATE TABLE "tries_counted" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until_id" uuid NOT NULL,
	CONSTRAINT "tries_counted_once" CHECK ("tries_counted"."is_only")
);

CREATE TABLE "app_verifications" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"token" varchar(43) NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"finding" text,
	"proved_at" timestamp (3) with time zone,
	"missing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "applications" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"decided_by" uuid
);

CREATE TABLE "app_search_texts" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"status" "app_status" NOT NULL
);

CREATE TABLE "app_tags" (
	"tag" text NOT NULL,
	"app_id" uuid NOT NULL,
	CONSTRAINT "app_tags_pkey" PRIMARY KEY("tag","app_id")
);

CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" varchar(100) NOT NULL,
	"description" text NOT NULL,
	"url" varchar(2048) NOT NULL,
	"category" varchar(50) DEFAULT 'Web Tools' NOT NULL,
	"thumbnail_url" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"submitted_by" uuid,
	"status" "app_status" DEFAULT 'pending' NOT NULL,
	"review_reason" text,
	"reviewed_at" timestamp (3) with time zone,
	"approval_no" bigint,
	"upvotes" integer DEFAULT 0 NOT NULL,
	"downvotes" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"time_spent" bigint DEFAULT 1 NOT NULL,
	"ranking_score" double precision DEFAULT 0 NOT NULL,
	"pending_score" double precision DEFAULT 0 NOT NULL,
	"avg_time_to_upvote" integer DEFAULT 0 NOT NULL,
	"avg_time_to_downvote" integer DEFAULT 0 NOT NULL,
	"avg_view_time" integer DEFAULT 0 NOT NULL,
	"frame_status" "frame_status" DEFAULT 'unknown' NOT NULL,
	"frame_reason" jsonb,
	"frame_checked_at" timestamp (3) with time zone,
	"frame_check_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unreachable_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"picture" varchar(32),
	"colour" varchar(7),
	"verified_at" timestamp (3) with time zone,
	"withdrawn_at" timestamp (3) with time zone,
	"held_at" timestamp (3) with time zone,
	"upload_id" uuid,
	"url_key" text DEFAULT '' NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"language" varchar(16),
	"is_language_own" boolean DEFAULT false NOT NULL,
	CONSTRAINT "apps_upvotes_positive" CHECK ("apps"."upvotes" >= 0),
	CONSTRAINT "apps_downvotes_positive" CHECK ("apps"."downvotes" >= 0),
	CONSTRAINT "apps_views_positive" CHECK ("apps"."views" >= 0),
	CONSTRAINT "apps_time_spent_positive" CHECK ("apps"."time_spent" >= 1),
	CONSTRAINT "apps_time_spent_readable" CHECK ("apps"."time_spent" <= 9007199254740991)
);

CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" varchar(50) NOT NULL,
	"target_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "automatic_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"has_reached_limit" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "canned_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"label" varchar(40) NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "decision_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"moderator_id" uuid,
	"undoable_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"moderator_id" uuid,
	"batch_id" uuid,
	"decision" varchar(8),
	"reason" text,
	"restores" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp (3) with time zone
);

CREATE TABLE "daily_picks" (
	"day" date PRIMARY KEY NOT NULL,
	"app_id" uuid,
	"chosen_at" timestamp (3) with time zone
);

CREATE TABLE "trending_scores" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"score" double precision NOT NULL
);

CREATE TABLE "cursor_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
	CONSTRAINT "cursor_key_is_only" CHECK ("cursor_key"."is_only")
);

CREATE TABLE "deal_totals" (
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"dealt" integer NOT NULL,
	CONSTRAINT "deal_totals_pkey" PRIMARY KEY("day","app_id","reason")
);

CREATE TABLE "deals_counted" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deals_counted_is_only" CHECK ("deals_counted"."is_only")
);

CREATE TABLE "deck_pages" (
	"deck_id" uuid NOT NULL,
	"day" date NOT NULL,
	"page" integer NOT NULL,
	"app_ids" uuid[] NOT NULL,
	"reasons" text NOT NULL,
	"dealt_at" timestamp (3) with time zone NOT NULL,
	"because" uuid[],
	CONSTRAINT "deck_pages_pkey" PRIMARY KEY("deck_id","page","day")
) PARTITION BY LIST ("day");

-- Holds days that have no partition of their own.
CREATE TABLE "deck_pages_default" PARTITION OF "deck_pages" DEFAULT;

CREATE TABLE "decks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "deck_kind" NOT NULL,
	"algorithm" "algorithm_type" NOT NULL,
	"is_recycling" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"value" text
);

CREATE UNLOGGED TABLE "hands" (
	"deck_id" uuid PRIMARY KEY NOT NULL,
	"page" integer NOT NULL,
	"page_size" integer NOT NULL,
	"app_ids" uuid[] NOT NULL,
	"reasons" text NOT NULL,
	"taken" integer NOT NULL,
	"has_more" boolean NOT NULL,
	"resume_at" jsonb,
	"from_top_at" timestamp (3) with time zone NOT NULL,
	"because" uuid[],
	"is_others" boolean DEFAULT false NOT NULL
);

CREATE TABLE "pending_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(254) NOT NULL,
	"token_hash" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pending_emails_normal" CHECK ("pending_emails"."email" = lower(btrim("pending_emails"."email")))
);

CREATE TABLE "previous_emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" varchar(254) NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"undoable_until" timestamp (3) with time zone,
	"undo_hash" text,
	"confirmed_with" text,
	"had_google" boolean NOT NULL,
	"had_platform" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "previous_emails_normal" CHECK ("previous_emails"."email" = lower(btrim("previous_emails"."email")))
);

CREATE TABLE "error_logs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"error_type" varchar(100) NOT NULL,
	"error_message" text NOT NULL,
	"stack_trace" text,
	"url" text,
	"user_agent" text,
	"additional_data" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "catalogue" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"approved_apps" integer DEFAULT 0 NOT NULL,
	"withdrawn_apps" integer DEFAULT 0 NOT NULL,
	"pending_apps" integer DEFAULT 0 NOT NULL,
	"rejected_apps" integer DEFAULT 0 NOT NULL,
	"system_identifier" text,
	CONSTRAINT "catalogue_one" CHECK ("catalogue"."id")
);

CREATE TABLE "seen_counts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen" integer NOT NULL,
	"most_before" integer DEFAULT 0 NOT NULL
);

CREATE TABLE "first_views" (
	"budget_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "first_views_pkey" PRIMARY KEY("budget_id","user_id")
);

CREATE TABLE "first_views_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"weekly_people" integer DEFAULT 0 NOT NULL,
	"share" double precision DEFAULT 0.1 NOT NULL,
	"recent_apps" integer DEFAULT 0 NOT NULL,
	"recent_median_s" integer,
	"recent_nine_of_ten_s" integer,
	CONSTRAINT "first_views_state_is_only" CHECK ("first_views_state"."is_only")
);

CREATE TABLE "view_budgets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"kind" "view_budget_kind" NOT NULL,
	"note" text,
	"wanted" integer NOT NULL,
	"guests_max" integer NOT NULL,
	"pace_s" integer NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"guest_views" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"report" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "view_budgets_views" CHECK ("view_budgets"."views" BETWEEN "view_budgets"."guest_views" AND "view_budgets"."wanted"),
	CONSTRAINT "view_budgets_guests" CHECK ("view_budgets"."guest_views" BETWEEN 0 AND "view_budgets"."guests_max")
);

CREATE TABLE "waiting_versions" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "hidden" (
	"user_id" uuid NOT NULL,
	"kind" "hidden_kind" NOT NULL,
	"value" text NOT NULL,
	"maker_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_pkey" PRIMARY KEY("user_id","kind","value"),
	CONSTRAINT "hidden_maker_is_value" CHECK ("hidden"."maker_id"::text IS NOT DISTINCT FROM CASE WHEN "hidden"."kind" = 'maker' THEN "hidden"."value" END)
);

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

CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY("user_id","key_hash")
);

CREATE TABLE "instance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(40) DEFAULT 'Zapdeck' NOT NULL,
	"tagline" jsonb DEFAULT '{}' NOT NULL,
	"description" jsonb DEFAULT '{}' NOT NULL,
	"accent" varchar(7),
	"contact" text,
	"show_powered_by" boolean DEFAULT true NOT NULL,
	"default_language" varchar(35) DEFAULT 'en' NOT NULL,
	"languages" text[],
	"registration" varchar(20) DEFAULT 'open' NOT NULL,
	"registration_question" jsonb DEFAULT '{}' NOT NULL,
	"allowed_domains" text[] DEFAULT '{}' NOT NULL,
	"guests" boolean DEFAULT true NOT NULL,
	"landing_heading" jsonb DEFAULT '{}' NOT NULL,
	"landing_subtitle" jsonb DEFAULT '{}' NOT NULL,
	"landing_note" jsonb DEFAULT '{}' NOT NULL,
	"about_heading" jsonb DEFAULT '{}' NOT NULL,
	"about_subtitle" jsonb DEFAULT '{}' NOT NULL,
	"about_note" jsonb DEFAULT '{}' NOT NULL,
	"submit_note" jsonb DEFAULT '{}' NOT NULL,
	"privacy" jsonb DEFAULT '{}' NOT NULL,
	"privacy_url" text,
	"terms" jsonb DEFAULT '{}' NOT NULL,
	"terms_url" text,
	"imprint" jsonb DEFAULT '{}' NOT NULL,
	"imprint_url" text,
	"terms_version" integer DEFAULT 0 NOT NULL,
	"logo" varchar(32),
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"require_factor" boolean DEFAULT false NOT NULL,
	"claim_roles" jsonb DEFAULT '[]' NOT NULL,
	"trusts_provider_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "instance_accent" CHECK ("instance"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "instance_registration" CHECK ("instance"."registration" IN ('open', 'invitation', 'approval', 'closed'))
);

CREATE TABLE "logo_files" (
	"logo" varchar(32) NOT NULL,
	"name" varchar(20) NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "logo_files_pkey" PRIMARY KEY("logo","name")
);

CREATE TABLE "cleared_views" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"view_counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cleared_views_pkey" PRIMARY KEY("user_id","app_id")
);

CREATE TABLE "duration_batches" (
	"user_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duration_batches_pkey" PRIMARY KEY("user_id","batch_id")
);

CREATE TABLE "interaction_batches" (
	"user_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interaction_batches_pkey" PRIMARY KEY("user_id","batch_id")
);

CREATE TABLE "seen_apps" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"last_viewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"view_counted_at" timestamp (3) with time zone,
	"is_viewed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "seen_apps_pkey" PRIMARY KEY("user_id","app_id")
);

CREATE TABLE "user_app_interactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"interaction_type" "interaction_type" NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interactions_duration_positive" CHECK ("user_app_interactions"."duration" >= 0)
);

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

CREATE TABLE "app_milestones" (
	"app_id" uuid NOT NULL,
	"milestone" "milestone" NOT NULL,
	"reached_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_milestones_pkey" PRIMARY KEY("app_id","milestone")
);

CREATE TABLE "mail_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"milestones" boolean DEFAULT true NOT NULL,
	"weekly" boolean DEFAULT false NOT NULL,
	"unsubscribe_token" varchar(43) NOT NULL,
	"weekly_queued_for" date,
	CONSTRAINT "mail_preferences_unsubscribe_token_unique" UNIQUE("unsubscribe_token")
);

CREATE TABLE "maker_pages" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(60) NOT NULL,
	"line" varchar(160) NOT NULL,
	"links" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "network_key" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
	"monthly_key" "bytea" DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) NOT NULL,
	"monthly_key_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "network_key_is_only" CHECK ("network_key"."is_only")
);

CREATE TABLE "passkey_challenges" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"sid" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_of_session" CHECK (("passkey_challenges"."sid" IS NULL) = ("passkey_challenges"."purpose" = 'sign_in'))
);

CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" varchar(50),
	"is_synced" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_counter_positive" CHECK ("passkeys"."counter" >= 0)
);

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

CREATE TABLE "picture_looks" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"is_allowed" boolean DEFAULT true NOT NULL,
	"looked_for" varchar(32),
	"looked_at" timestamp (3) with time zone,
	"host" text,
	"made_from" varchar(32),
	"is_own" boolean DEFAULT false NOT NULL
);

CREATE TABLE "pictures" (
	"hash" varchar(32) PRIMARY KEY NOT NULL,
	"webp_160" "bytea" NOT NULL,
	"webp_480" "bytea" NOT NULL,
	"webp_960" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);

CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"reported_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"status" "report_status" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"batch_id" uuid,
	"network" varchar(43),
	"kind" "report_kind"
);

CREATE TABLE "known_words" (
	"word" text COLLATE "C" NOT NULL,
	"apps" integer NOT NULL,
	"typo_keys" text[] NOT NULL
);

CREATE TABLE "search_documents" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"approval_no" bigint,
	"trending" double precision DEFAULT 0 NOT NULL,
	"words" "tsvector" NOT NULL,
	"maker_words" "tsvector" NOT NULL,
	"marks" "tsvector" DEFAULT '' NOT NULL
);

CREATE TABLE "security_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"event" varchar(40) NOT NULL,
	"device" jsonb,
	"network" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL,
	"log_position" text,
	"proved_at" timestamp (3) with time zone,
	"has_factor" boolean DEFAULT false NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"device" jsonb,
	"network" text,
	"is_from_platform" boolean DEFAULT false NOT NULL
);

CREATE TABLE "advertisement_configs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"zaps_between_ads" integer DEFAULT 8 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "advertisement_configs_zaps" CHECK ("advertisement_configs"."zaps_between_ads" BETWEEN 1 AND 100)
);

CREATE TABLE "algorithm_params" (
	"id" uuid PRIMARY KEY NOT NULL,
	"algorithm_type" "algorithm_type" DEFAULT 'normal' NOT NULL,
	"apps_per_page" integer DEFAULT 20 NOT NULL,
	"max_diversity_pool" integer DEFAULT 100 NOT NULL,
	"category_diversity_enabled" boolean DEFAULT true NOT NULL,
	"recycled_content_threshold" integer DEFAULT 50 NOT NULL,
	"fresh_content_priority" integer DEFAULT 80 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "algorithm_params_page" CHECK ("algorithm_params"."apps_per_page" BETWEEN 1 AND 100),
	CONSTRAINT "algorithm_params_pool" CHECK ("algorithm_params"."max_diversity_pool" BETWEEN 20 AND 500),
	CONSTRAINT "algorithm_params_recycled" CHECK ("algorithm_params"."recycled_content_threshold" BETWEEN 0 AND 100),
	CONSTRAINT "algorithm_params_fresh" CHECK ("algorithm_params"."fresh_content_priority" BETWEEN 0 AND 100)
);

CREATE TABLE "formula_weights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upvote_weight" double precision DEFAULT 10 NOT NULL,
	"downvote_weight" double precision DEFAULT 5 NOT NULL,
	"view_weight" double precision DEFAULT 0.1 NOT NULL,
	"time_weight" double precision DEFAULT 0.001 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_in_force" boolean DEFAULT false NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"pending_share" double precision DEFAULT 0 NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);

CREATE TABLE "moderation_settings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"is_holding_enabled" boolean DEFAULT true NOT NULL,
	"reports_to_hold" integer DEFAULT 3 NOT NULL,
	"reporter_age_hours" integer DEFAULT 24 NOT NULL,
	"is_daily_mail_enabled" boolean DEFAULT true NOT NULL,
	"hours_until_mail" integer DEFAULT 24 NOT NULL,
	"mailed_on" date,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"holds_per_hour" integer DEFAULT 5 NOT NULL,
	CONSTRAINT "moderation_settings_reports" CHECK ("moderation_settings"."reports_to_hold" BETWEEN 1 AND 100),
	CONSTRAINT "moderation_settings_age" CHECK ("moderation_settings"."reporter_age_hours" BETWEEN 0 AND 720),
	CONSTRAINT "moderation_settings_holds" CHECK ("moderation_settings"."holds_per_hour" BETWEEN 1 AND 100),
	CONSTRAINT "moderation_settings_hours" CHECK ("moderation_settings"."hours_until_mail" BETWEEN 1 AND 720)
);

CREATE TABLE "sign_in_attempts" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"invitation_hash" text
);

CREATE TABLE "daily_views" (
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"views" integer NOT NULL,
	"early_views" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "daily_views_pkey" PRIMARY KEY("day","app_id"),
	CONSTRAINT "daily_views_positive" CHECK ("daily_views"."views" > 0),
	CONSTRAINT "daily_views_early" CHECK ("daily_views"."early_views" BETWEEN 0 AND "daily_views"."views")
);

CREATE TABLE "taken_votes" (
	"takeback_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"vote_id" uuid NOT NULL,
	"vote_type" "vote_type" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_seen_in_deck" boolean DEFAULT false NOT NULL,
	"network" "bytea",
	"is_of_early_card" boolean DEFAULT false NOT NULL,
	CONSTRAINT "taken_votes_pkey" PRIMARY KEY("takeback_id","app_id","user_id")
);

CREATE TABLE "avoided_apps" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "avoided_apps_pkey" PRIMARY KEY("user_id","app_id")
);

CREATE TABLE "changed_likes" (
	"app_id" uuid NOT NULL
);

CREATE TABLE "paired_apps" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"likes" integer NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"weight" double precision DEFAULT 0 NOT NULL
);

CREATE TABLE "strongest_pairs" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"other_ids" uuid[] NOT NULL,
	"lifts" double precision[] NOT NULL
);

CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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

CREATE TABLE "trust_state" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"crowded_days" date[] DEFAULT '{}' NOT NULL,
	"computed_at" timestamp (3) with time zone,
	"signups_used_up_at" timestamp (3) with time zone,
	CONSTRAINT "trust_state_is_only" CHECK ("trust_state"."is_only")
);

CREATE TABLE "vote_networks" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"network" "bytea" NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "vote_networks_pkey" PRIMARY KEY("user_id","app_id")
);

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" varchar(254),
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"first_name" varchar(100),
	"last_name" varchar(100),
	"profile_image_url" text,
	"auth_provider" "auth_provider" DEFAULT 'email' NOT NULL,
	"google_id" text,
	"platform_id" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_guest" boolean DEFAULT false NOT NULL,
	"zap_count" integer DEFAULT 0 NOT NULL,
	"durations_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"suspended_reason" text,
	"picture" varchar(32),
	"handle" varchar(30),
	"guesses_mailed_at" timestamp (3) with time zone,
	"suspended_by" uuid,
	"history_cleared_at" timestamp (3) with time zone,
	"taste_cleared_at" timestamp (3) with time zone,
	"language" varchar(35),
	"terms_version" integer,
	"terms_accepted_at" timestamp (3) with time zone,
	"seen_cleared_at" timestamp (3) with time zone,
	"must_confirm_email" boolean DEFAULT false NOT NULL,
	"reads_languages" text[],
	"role" "user_role" DEFAULT 'member' NOT NULL,
	"must_be_approved" boolean DEFAULT false NOT NULL,
	"approved_at" timestamp (3) with time zone,
	"refused_at" timestamp (3) with time zone,
	"has_factor" boolean DEFAULT false NOT NULL,
	"device_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"given_role" "user_role" DEFAULT 'member' NOT NULL,
	"claimed_role" "user_role" DEFAULT 'member' NOT NULL,
	"claim_lost_at" timestamp (3) with time zone,
	CONSTRAINT "users_email_normal" CHECK ("users"."email" = lower(btrim("users"."email"))),
	CONSTRAINT "users_guest_or_email" CHECK ("users"."is_guest" = ("users"."email" IS NULL)),
	CONSTRAINT "users_guest_is_nobody" CHECK (NOT "users"."is_guest" OR ("users"."zap_count" = 0 AND NOT "users"."is_admin")),
	CONSTRAINT "users_guest_is_member" CHECK (NOT "users"."is_guest" OR "users"."role" = 'member'),
	CONSTRAINT "users_higher_role" CHECK ("users"."role" = greatest("users"."given_role", "users"."claimed_role")),
	CONSTRAINT "users_admin_by_role" CHECK ("users"."is_admin" = ("users"."role" = 'admin')),
	CONSTRAINT "users_decided_once" CHECK ("users"."approved_at" IS NULL OR "users"."refused_at" IS NULL),
	CONSTRAINT "users_zap_count_positive" CHECK ("users"."zap_count" >= 0),
	CONSTRAINT "users_suspended_with_reason" CHECK (("users"."suspended_at" IS NULL) = ("users"."suspended_reason" IS NULL))
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
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"account_id" uuid
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

CREATE TABLE "votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"vote_type" "vote_type" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"is_seen_in_deck" boolean DEFAULT false NOT NULL,
	"is_of_early_card" boolean DEFAULT false NOT NULL
);

CREATE TABLE "waiting_urls" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"url" varchar(2048) NOT NULL,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"url_key" text DEFAULT '' NOT NULL
);

CREATE TABLE "waiting_words" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"title" varchar(100),
	"description" text,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "waiting_words_any" CHECK ("waiting_words"."title" IS NOT NULL OR "waiting_words"."description" IS NOT NULL)
);

CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id","purpose");
CREATE INDEX "account_tokens_expires_idx" ON "account_tokens" USING btree ("expires_at");
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens" USING btree ("hash");
CREATE INDEX "api_tokens_user_idx" ON "api_tokens" USING btree ("user_id");
CREATE INDEX "api_tokens_expires_idx" ON "api_tokens" USING btree ("expires_at");
CREATE INDEX "app_baselines_changed_idx" ON "app_baselines" USING btree ("changed_at","app_id") WHERE "app_baselines"."changed_at" IS NOT NULL;
CREATE INDEX "app_baselines_picture_idx" ON "app_baselines" USING btree ("picture") WHERE "app_baselines"."picture" IS NOT NULL;
CREATE INDEX "app_events_app_idx" ON "app_events" USING btree ("app_id","created_at");
CREATE INDEX "app_events_waiting_idx" ON "app_events" USING btree ("app_id","created_at") WHERE "app_events"."action" = 'app.held' OR "app_events"."action" = 'app.resubmitted';
CREATE INDEX "frame_changes_app_idx" ON "frame_changes" USING btree ("app_id","created_at");
CREATE INDEX "app_notes_app_idx" ON "app_notes" USING btree ("app_id","created_at");
CREATE INDEX "app_notes_author_idx" ON "app_notes" USING btree ("author_id");
CREATE INDEX "applications_decided_by_idx" ON "applications" USING btree ("decided_by");
CREATE UNIQUE INDEX "apps_url_key" ON "apps" USING btree ("url");
CREATE UNIQUE INDEX "apps_duplicate_key" ON "apps" USING btree ("url_key");
CREATE INDEX "apps_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
CREATE INDEX "apps_upvotes_idx" ON "apps" USING btree ("upvotes" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
CREATE INDEX "apps_category_score_idx" ON "apps" USING btree ("category","ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
CREATE INDEX "apps_approval_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved';
CREATE INDEX "apps_unreachable_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."frame_status" = 'unreachable';
CREATE INDEX "apps_pending_idx" ON "apps" USING btree ("created_at","id") INCLUDE (title, url, frame_status, category, submitted_by, upload_id) WHERE "apps"."status" = 'pending';
CREATE INDEX "apps_rejected_idx" ON "apps" USING btree ("created_at","id") WHERE "apps"."status" = 'rejected';
CREATE INDEX "apps_admin_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE (status);
CREATE INDEX "apps_admin_net_votes_idx" ON "apps" USING btree (("upvotes" - "downvotes") DESC,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE (status, upvotes, downvotes);
CREATE INDEX "apps_admin_views_idx" ON "apps" USING btree ("views" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE (status);
CREATE INDEX "apps_admin_created_idx" ON "apps" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE (status, category);
CREATE INDEX "apps_frame_check_idx" ON "apps" USING btree ("frame_check_due_at") WHERE "apps"."status" <> 'rejected';
CREATE INDEX "apps_away_idx" ON "apps" USING btree ("unreachable_since") WHERE "apps"."unreachable_since" IS NOT NULL;
CREATE INDEX "apps_page_idx" ON "apps" USING btree (right("id"::text, 12));
CREATE INDEX "apps_category_idx" ON "apps" USING btree ("category","approval_no") INCLUDE (ranking_score, created_at, id) WHERE "apps"."status" = 'approved';
CREATE INDEX "apps_picture_idx" ON "apps" USING btree ("picture") WHERE "apps"."picture" IS NOT NULL;
CREATE INDEX "apps_host_idx" ON "apps" USING btree (substring(url from '://([^/:]+)'),"id");
CREATE INDEX "apps_language_idx" ON "apps" USING btree ("language");
CREATE INDEX "apps_submitter_idx" ON "apps" USING btree ("submitted_by","created_at");
CREATE INDEX "audit_log_created_idx" ON "audit_log" USING btree ("created_at","id");
CREATE INDEX "audit_log_target_idx" ON "audit_log" USING btree ("target_id","created_at");
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at","id");
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at","id");
CREATE INDEX "automatic_holds_created_idx" ON "automatic_holds" USING btree ("created_at");
CREATE UNIQUE INDEX "canned_reasons_label_key" ON "canned_reasons" USING btree (lower("label"));
CREATE INDEX "decision_batches_moderator_idx" ON "decision_batches" USING btree ("moderator_id") WHERE "decision_batches"."moderator_id" IS NOT NULL;
CREATE INDEX "decisions_app_idx" ON "decisions" USING btree ("app_id","created_at");
CREATE INDEX "decisions_batch_idx" ON "decisions" USING btree ("batch_id") WHERE "decisions"."batch_id" IS NOT NULL;
CREATE INDEX "decisions_moderator_idx" ON "decisions" USING btree ("moderator_id") WHERE "decisions"."moderator_id" IS NOT NULL;
CREATE INDEX "daily_picks_app_idx" ON "daily_picks" USING btree ("app_id","day");
CREATE INDEX "trending_scores_score_idx" ON "trending_scores" USING btree ("score" DESC NULLS FIRST);
CREATE INDEX "deck_pages_dealt_idx" ON "deck_pages" USING btree ("dealt_at");
CREATE INDEX "decks_user_idx" ON "decks" USING btree ("user_id");
CREATE INDEX "decks_day_idx" ON "decks" USING btree ("day");
CREATE UNIQUE INDEX "pending_emails_token_key" ON "pending_emails" USING btree ("token_hash");
CREATE INDEX "pending_emails_user_idx" ON "pending_emails" USING btree ("user_id","expires_at");
CREATE INDEX "pending_emails_email_idx" ON "pending_emails" USING btree ("email");
CREATE INDEX "pending_emails_expires_idx" ON "pending_emails" USING btree ("expires_at");
CREATE UNIQUE INDEX "previous_emails_undo_key" ON "previous_emails" USING btree ("undo_hash");
CREATE INDEX "previous_emails_confirmed_idx" ON "previous_emails" USING btree ("confirmed_with");
CREATE INDEX "previous_emails_user_idx" ON "previous_emails" USING btree ("user_id","created_at");
CREATE INDEX "previous_emails_email_idx" ON "previous_emails" USING btree ("email");
CREATE INDEX "previous_emails_created_idx" ON "previous_emails" USING btree ("created_at");
CREATE INDEX "error_logs_created_idx" ON "error_logs" USING btree ("created_at","id");
CREATE INDEX "error_logs_user_idx" ON "error_logs" USING btree ("user_id");
CREATE INDEX "first_views_user_idx" ON "first_views" USING btree ("user_id");
CREATE UNIQUE INDEX "view_budgets_open_key" ON "view_budgets" USING btree ("app_id") WHERE "view_budgets"."finished_at" IS NULL;
CREATE INDEX "view_budgets_app_idx" ON "view_budgets" USING btree ("app_id","created_at");
CREATE INDEX "view_budgets_due_idx" ON "view_budgets" USING btree ("due_at","app_id") WHERE "view_budgets"."due_at" IS NOT NULL;
CREATE INDEX "view_budgets_finished_idx" ON "view_budgets" USING btree ("finished_at") WHERE "view_budgets"."finished_at" IS NOT NULL;
CREATE INDEX "view_budgets_unreported_idx" ON "view_budgets" USING btree ("finished_at") WHERE "view_budgets"."finished_at" IS NOT NULL AND "view_budgets"."report" IS NULL;
CREATE INDEX "waiting_versions_asked_by_idx" ON "waiting_versions" USING btree ("asked_by");
CREATE INDEX "hidden_maker_idx" ON "hidden" USING btree ("maker_id") WHERE "hidden"."maker_id" IS NOT NULL;
CREATE INDEX "app_hosts_key_idx" ON "app_hosts" USING btree ("host_key","app_id");
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");
CREATE UNIQUE INDEX "instance_active_key" ON "instance" USING btree ("is_active") WHERE "instance"."is_active";
CREATE INDEX "cleared_views_counted_idx" ON "cleared_views" USING btree ("view_counted_at");
CREATE INDEX "duration_batches_created_idx" ON "duration_batches" USING btree ("created_at");
CREATE INDEX "interaction_batches_created_idx" ON "interaction_batches" USING btree ("created_at");
CREATE INDEX "seen_apps_recycle_idx" ON "seen_apps" USING btree ("user_id","last_viewed_at","app_id");
CREATE INDEX "seen_apps_app_idx" ON "seen_apps" USING btree ("app_id");
CREATE INDEX "interactions_user_idx" ON "user_app_interactions" USING btree ("user_id");
CREATE INDEX "interactions_app_idx" ON "user_app_interactions" USING btree ("app_id","interaction_type");
CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations" USING btree ("hash");
CREATE INDEX "invitations_created_idx" ON "invitations" USING btree ("created_at","id");
CREATE INDEX "invitations_created_by_idx" ON "invitations" USING btree ("created_by");
CREATE INDEX "invited_members_invitation_idx" ON "invited_members" USING btree ("invitation_id");
CREATE INDEX "mail_preferences_weekly_idx" ON "mail_preferences" USING btree ("weekly_queued_for","user_id") WHERE "mail_preferences"."weekly";
CREATE UNIQUE INDEX "passkey_challenges_session_key" ON "passkey_challenges" USING btree ("sid","purpose");
CREATE INDEX "passkey_challenges_expires_idx" ON "passkey_challenges" USING btree ("expires_at");
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" USING btree ("credential_id");
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id");
CREATE INDEX "pending_accounts_expires_idx" ON "pending_accounts" USING btree ("expires_at");
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");
CREATE INDEX "reports_created_idx" ON "reports" USING btree ("created_at","id");
CREATE INDEX "reports_status_idx" ON "reports" USING btree ("status","created_at","id");
CREATE INDEX "reports_app_idx" ON "reports" USING btree ("app_id","status","created_at","decided_at","reported_by");
CREATE INDEX "reports_batch_idx" ON "reports" USING btree ("batch_id") WHERE "reports"."batch_id" IS NOT NULL;
CREATE INDEX "reports_reporter_idx" ON "reports" USING btree ("reported_by");
CREATE INDEX "reports_network_age_idx" ON "reports" USING btree ("created_at") WHERE "reports"."network" IS NOT NULL;
CREATE INDEX "known_words_word_idx" ON "known_words" USING btree ("word");
CREATE INDEX "known_words_typo_keys_idx" ON "known_words" USING gin ("typo_keys") WITH (fastupdate=false);
CREATE INDEX "search_documents_approval_idx" ON "search_documents" USING btree ("approval_no") WHERE "search_documents"."approval_no" IS NOT NULL;
CREATE INDEX "search_documents_lexemes_idx" ON "search_documents" USING gin ((words || maker_words || marks)) WITH (fastupdate=false) WHERE "search_documents"."approval_no" IS NOT NULL;
CREATE INDEX "security_events_user_idx" ON "security_events" USING btree ("user_id","created_at","id");
CREATE INDEX "security_events_created_idx" ON "security_events" USING btree ("created_at","id");
CREATE INDEX "security_events_event_idx" ON "security_events" USING btree ("event","created_at","id");
CREATE UNIQUE INDEX "sessions_id_key" ON "sessions" USING btree ("id");
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");
CREATE UNIQUE INDEX "advertisement_configs_active_key" ON "advertisement_configs" USING btree ("is_active") WHERE "advertisement_configs"."is_active";
CREATE UNIQUE INDEX "algorithm_params_active_key" ON "algorithm_params" USING btree ("is_active") WHERE "algorithm_params"."is_active";
CREATE UNIQUE INDEX "formula_weights_active_key" ON "formula_weights" USING btree ("is_active") WHERE "formula_weights"."is_active";
CREATE UNIQUE INDEX "formula_weights_in_force_key" ON "formula_weights" USING btree ("is_in_force") WHERE "formula_weights"."is_in_force";
CREATE UNIQUE INDEX "formula_weights_pending_key" ON "formula_weights" USING btree ("is_pending") WHERE "formula_weights"."is_pending";
CREATE UNIQUE INDEX "moderation_settings_active_key" ON "moderation_settings" USING btree ("is_active") WHERE "moderation_settings"."is_active";
CREATE INDEX "sign_in_attempts_expires_idx" ON "sign_in_attempts" USING btree ("expires_at");
CREATE INDEX "taken_votes_app_idx" ON "taken_votes" USING btree ("app_id");
CREATE INDEX "taken_votes_user_idx" ON "taken_votes" USING btree ("user_id");
CREATE INDEX "avoided_apps_app_idx" ON "avoided_apps" USING btree ("app_id");
CREATE INDEX "paired_apps_due_idx" ON "paired_apps" USING btree ("due_at");
CREATE INDEX "vote_networks_network_idx" ON "vote_networks" USING btree ("network","user_id");
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");
CREATE UNIQUE INDEX "users_google_id_key" ON "users" USING btree ("google_id");
CREATE UNIQUE INDEX "users_platform_id_key" ON "users" USING btree ("platform_id");
CREATE UNIQUE INDEX "users_handle_key" ON "users" USING btree ("handle");
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");
CREATE INDEX "users_picture_idx" ON "users" USING btree ("picture") WHERE "users"."picture" IS NOT NULL;
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE "users"."is_admin";
CREATE INDEX "users_moderators_idx" ON "users" USING btree ("id") WHERE "users"."role" = 'moderator';
CREATE INDEX "users_unapproved_idx" ON "users" USING btree ("created_at","id") WHERE "users"."must_be_approved" AND "users"."approved_at" IS NULL;
CREATE INDEX "users_suspended_idx" ON "users" USING btree ("id") WHERE "users"."suspended_at" IS NOT NULL;
CREATE INDEX "users_suspended_by_idx" ON "users" USING btree ("suspended_by") WHERE "users"."suspended_by" IS NOT NULL;
CREATE INDEX "takeback_accounts_user_idx" ON "takeback_accounts" USING btree ("user_id");
CREATE INDEX "takebacks_group_idx" ON "takebacks" USING btree ("group_id","created_at");
CREATE INDEX "takebacks_account_idx" ON "takebacks" USING btree ("account_id","created_at") WHERE "takebacks"."account_id" IS NOT NULL;
CREATE INDEX "takebacks_admin_idx" ON "takebacks" USING btree ("admin_id") WHERE "takebacks"."admin_id" IS NOT NULL;
CREATE INDEX "takebacks_undone_by_idx" ON "takebacks" USING btree ("undone_by") WHERE "takebacks"."undone_by" IS NOT NULL;
CREATE INDEX "vote_group_apps_app_idx" ON "vote_group_apps" USING btree ("app_id");
CREATE INDEX "vote_group_members_user_idx" ON "vote_group_members" USING btree ("user_id");
CREATE INDEX "vote_groups_created_idx" ON "vote_groups" USING btree ("created_at","id");
CREATE INDEX "vote_groups_dismissed_by_idx" ON "vote_groups" USING btree ("dismissed_by") WHERE "vote_groups"."dismissed_by" IS NOT NULL;
CREATE UNIQUE INDEX "votes_user_app_key" ON "votes" USING btree ("user_id","app_id");
CREATE INDEX "votes_app_type_idx" ON "votes" USING btree ("app_id","vote_type","created_at");
CREATE INDEX "votes_created_idx" ON "votes" USING btree ("created_at","vote_type");
CREATE INDEX "votes_liked_idx" ON "votes" USING btree ("user_id","vote_type","created_at");
CREATE UNIQUE INDEX "waiting_urls_url_key" ON "waiting_urls" USING btree ("url");
CREATE UNIQUE INDEX "waiting_urls_duplicate_key" ON "waiting_urls" USING btree ("url_key");
CREATE INDEX "waiting_urls_asked_by_idx" ON "waiting_urls" USING btree ("asked_by");
CREATE INDEX "waiting_words_asked_by_idx" ON "waiting_words" USING btree ("asked_by");
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_baselines" ADD CONSTRAINT "app_baselines_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_baselines" ADD CONSTRAINT "app_baselines_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE set null ON UPDATE no action;
ALTER TABLE "app_events" ADD CONSTRAINT "app_events_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "frame_changes" ADD CONSTRAINT "frame_changes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_notes" ADD CONSTRAINT "app_notes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_notes" ADD CONSTRAINT "app_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "daily_visits" ADD CONSTRAINT "daily_visits_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "tried_times" ADD CONSTRAINT "tried_times_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_verifications" ADD CONSTRAINT "app_verifications_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "applications" ADD CONSTRAINT "applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "app_search_texts" ADD CONSTRAINT "app_search_texts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "apps" ADD CONSTRAINT "apps_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "apps" ADD CONSTRAINT "apps_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "decision_batches" ADD CONSTRAINT "decision_batches_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_users_id_fk" FOREIGN KEY ("moderator_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "daily_picks" ADD CONSTRAINT "daily_picks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "deck_pages" ADD CONSTRAINT "deck_pages_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "decks" ADD CONSTRAINT "decks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "hands" ADD CONSTRAINT "hands_deck_id_decks_id_fk" FOREIGN KEY ("deck_id") REFERENCES "public"."decks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pending_emails" ADD CONSTRAINT "pending_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "previous_emails" ADD CONSTRAINT "previous_emails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "error_logs" ADD CONSTRAINT "error_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "seen_counts" ADD CONSTRAINT "seen_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "first_views" ADD CONSTRAINT "first_views_budget_id_view_budgets_id_fk" FOREIGN KEY ("budget_id") REFERENCES "public"."view_budgets"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "first_views" ADD CONSTRAINT "first_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "view_budgets" ADD CONSTRAINT "view_budgets_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_versions" ADD CONSTRAINT "waiting_versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_versions" ADD CONSTRAINT "waiting_versions_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "hidden" ADD CONSTRAINT "hidden_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "hidden" ADD CONSTRAINT "hidden_maker_id_users_id_fk" FOREIGN KEY ("maker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_hosts" ADD CONSTRAINT "app_hosts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "host_rules" ADD CONSTRAINT "host_rules_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "instance" ADD CONSTRAINT "instance_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "cleared_views" ADD CONSTRAINT "cleared_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "duration_batches" ADD CONSTRAINT "duration_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "interaction_batches" ADD CONSTRAINT "interaction_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "invited_members" ADD CONSTRAINT "invited_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "invited_members" ADD CONSTRAINT "invited_members_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "app_milestones" ADD CONSTRAINT "app_milestones_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_preferences" ADD CONSTRAINT "mail_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "maker_pages" ADD CONSTRAINT "maker_pages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "picture_looks" ADD CONSTRAINT "picture_looks_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "search_documents" ADD CONSTRAINT "search_documents_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "security_events" ADD CONSTRAINT "security_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "advertisement_configs" ADD CONSTRAINT "advertisement_configs_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "algorithm_params" ADD CONSTRAINT "algorithm_params_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "formula_weights" ADD CONSTRAINT "formula_weights_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "moderation_settings" ADD CONSTRAINT "moderation_settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_takeback_id_takebacks_id_fk" FOREIGN KEY ("takeback_id") REFERENCES "public"."takebacks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "taken_votes" ADD CONSTRAINT "taken_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "avoided_apps" ADD CONSTRAINT "avoided_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "avoided_apps" ADD CONSTRAINT "avoided_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "paired_apps" ADD CONSTRAINT "paired_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "strongest_pairs" ADD CONSTRAINT "strongest_pairs_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_totp_secrets_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."totp_secrets"("user_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_networks" ADD CONSTRAINT "vote_networks_vote_fk" FOREIGN KEY ("user_id","app_id") REFERENCES "public"."votes"("user_id","app_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_picture_pictures_hash_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("hash") ON DELETE no action ON UPDATE no action;
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_by_users_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "takeback_accounts" ADD CONSTRAINT "takeback_accounts_takeback_id_takebacks_id_fk" FOREIGN KEY ("takeback_id") REFERENCES "public"."takebacks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takeback_accounts" ADD CONSTRAINT "takeback_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "takebacks" ADD CONSTRAINT "takebacks_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "vote_group_apps" ADD CONSTRAINT "vote_group_apps_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_apps" ADD CONSTRAINT "vote_group_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_members" ADD CONSTRAINT "vote_group_members_group_id_vote_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."vote_groups"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_group_members" ADD CONSTRAINT "vote_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "vote_groups" ADD CONSTRAINT "vote_groups_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "votes" ADD CONSTRAINT "votes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_urls" ADD CONSTRAINT "waiting_urls_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_urls" ADD CONSTRAINT "waiting_urls_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_words" ADD CONSTRAINT "waiting_words_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "waiting_words" ADD CONSTRAINT "waiting_words_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;

-- Below is what the definitions of the tables cannot say, like INCLUDE, COLLATE, UNLOGGED and PARTITION above.

CREATE SEQUENCE app_approvals OWNED BY apps.approval_no;
-- A picture is compressed already.
ALTER TABLE pictures ALTER COLUMN webp_160 SET STORAGE EXTERNAL,
  ALTER COLUMN webp_480 SET STORAGE EXTERNAL, ALTER COLUMN webp_960 SET STORAGE EXTERNAL;

-- With trigrams, a search inside of words is an index scan. Without the extension, it reads the table and finds the same.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX app_search_texts_trigram_idx ON app_search_texts USING gin (text gin_trgm_ops);
  CREATE INDEX users_search_trigram_idx ON users USING gin (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'searches without pg_trgm: %', SQLERRM;
END $$;

-- First settings, and reasons for rejections that admins edit.
INSERT INTO formula_weights (id, is_in_force) VALUES (gen_random_uuid(), true);
INSERT INTO algorithm_params (id) VALUES (gen_random_uuid());
INSERT INTO advertisement_configs (id) VALUES (gen_random_uuid());
INSERT INTO moderation_settings (id) VALUES (gen_random_uuid());
INSERT INTO instance (id) VALUES (gen_random_uuid());
INSERT INTO catalogue DEFAULT VALUES;
INSERT INTO cursor_key DEFAULT VALUES;
INSERT INTO deals_counted (until) VALUES ('epoch');
INSERT INTO first_views_state DEFAULT VALUES;
INSERT INTO network_key DEFAULT VALUES;
INSERT INTO trust_state DEFAULT VALUES;
INSERT INTO canned_reasons (id, label, text) VALUES
  (gen_random_uuid(), 'Does not load', 'We could not use the app at this address. Please see that it opens in a private window, on a phone too, and send it again.'),
  (gen_random_uuid(), 'Needs an account', 'People cannot try it without signing up or paying first. Please send us an address at which it can be tried at once.'),
  (gen_random_uuid(), 'Nothing to try', 'This is a page to read, not something to use or play with. We show web apps that people can try at once.'),
  (gen_random_uuid(), 'Text does not fit', 'Title, description or category do not say what the app does. Please put that right and send it again.'),
  (gen_random_uuid(), 'Misleads people', 'It leads people to believe what is not so, asks for what it does not need, or opens something that they did not ask for.'),
  (gen_random_uuid(), 'Not for this deck', 'What it shows is harmful, hateful or not meant for everybody, and has no place in the deck.');
