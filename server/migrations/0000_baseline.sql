CREATE TYPE "public"."app_status" AS ENUM('pending', 'approved', 'rejected');
CREATE TYPE "public"."frame_status" AS ENUM('unknown', 'ok', 'refused', 'unreachable');
CREATE TYPE "public"."token_purpose" AS ENUM('verify_email', 'reset_password');
CREATE TYPE "public"."feed_ranking" AS ENUM('score', 'upvotes');
CREATE TYPE "public"."interaction_type" AS ENUM('view', 'swipe', 'like', 'dislike', 'skip');
CREATE TYPE "public"."report_status" AS ENUM('pending', 'reviewed', 'dismissed');
CREATE TYPE "public"."algorithm_type" AS ENUM('normal', 'semi_simple', 'simple');
CREATE TYPE "public"."auth_provider" AS ENUM('email', 'google', 'platform');
CREATE TYPE "public"."vote_type" AS ENUM('up', 'down');
CREATE TABLE "app_search_texts" (
	"app_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"status" "app_status" NOT NULL
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
	"moved_xid" "xid8",
	"avg_time_to_upvote" integer DEFAULT 0 NOT NULL,
	"avg_time_to_downvote" integer DEFAULT 0 NOT NULL,
	"avg_view_time" integer DEFAULT 0 NOT NULL,
	"frame_status" "frame_status" DEFAULT 'unknown' NOT NULL,
	"frame_reason" text,
	"frame_checked_at" timestamp (3) with time zone,
	"frame_check_due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"unreachable_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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

CREATE TABLE "account_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" "token_purpose" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
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

CREATE TABLE "feed_frontiers" (
	"user_id" uuid NOT NULL,
	"ranking" "feed_ranking" NOT NULL,
	"epoch" bigint NOT NULL,
	"as_of" "xid8" NOT NULL,
	"rank" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"app_id" uuid NOT NULL,
	"gap_ids" uuid[] NOT NULL,
	"gap_categories" text[] NOT NULL,
	"gap_ranks" double precision[] NOT NULL,
	"gap_times" timestamp (3) with time zone[] NOT NULL,
	"gap_numbers" bigint[] NOT NULL,
	"newcomers_after" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_frontiers_pkey" PRIMARY KEY("user_id","ranking")
);

CREATE TABLE "catalogue" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" bigint DEFAULT 0 NOT NULL,
	"all_moved_xid" "xid8",
	"approved_apps" integer DEFAULT 0 NOT NULL,
	"withdrawn_apps" integer DEFAULT 0 NOT NULL,
	"pending_apps" integer DEFAULT 0 NOT NULL,
	"rejected_apps" integer DEFAULT 0 NOT NULL,
	"system_identifier" text,
	CONSTRAINT "catalogue_one" CHECK ("catalogue"."id")
);

CREATE TABLE "seen_counts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seen" integer NOT NULL
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
	"seen_xid" "xid8" DEFAULT pg_current_xact_id(),
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

CREATE TABLE "sign_in_attempts" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"return_to" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"reported_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"status" "report_status" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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

CREATE TABLE "daily_views" (
	"day" date NOT NULL,
	"app_id" uuid NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "daily_views_pkey" PRIMARY KEY("day","app_id"),
	CONSTRAINT "daily_views_positive" CHECK ("daily_views"."views" > 0)
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
	CONSTRAINT "users_email_normal" CHECK ("users"."email" = lower(btrim("users"."email"))),
	CONSTRAINT "users_guest_or_email" CHECK ("users"."is_guest" = ("users"."email" IS NULL)),
	CONSTRAINT "users_guest_is_nobody" CHECK (NOT "users"."is_guest" OR ("users"."zap_count" = 0 AND NOT "users"."is_admin")),
	CONSTRAINT "users_zap_count_positive" CHECK ("users"."zap_count" >= 0)
);

CREATE TABLE "votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"vote_type" "vote_type" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
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

CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);

ALTER TABLE "app_search_texts" ADD CONSTRAINT "app_search_texts_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "apps" ADD CONSTRAINT "apps_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "error_logs" ADD CONSTRAINT "error_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "feed_frontiers" ADD CONSTRAINT "feed_frontiers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "seen_counts" ADD CONSTRAINT "seen_counts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "duration_batches" ADD CONSTRAINT "duration_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "interaction_batches" ADD CONSTRAINT "interaction_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "advertisement_configs" ADD CONSTRAINT "advertisement_configs_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "algorithm_params" ADD CONSTRAINT "algorithm_params_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "formula_weights" ADD CONSTRAINT "formula_weights_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "votes" ADD CONSTRAINT "votes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "apps_url_key" ON "apps" USING btree ("url");
CREATE INDEX "apps_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
CREATE INDEX "apps_upvotes_idx" ON "apps" USING btree ("upvotes" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable';
CREATE INDEX "apps_moved_idx" ON "apps" USING btree ("moved_xid") WHERE "apps"."moved_xid" IS NOT NULL;
CREATE INDEX "apps_approval_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved';
CREATE INDEX "apps_unreachable_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."frame_status" = 'unreachable';
CREATE INDEX "apps_newcomers_idx" ON "apps" USING btree ("approval_no") WHERE "apps"."status" = 'approved' AND "apps"."frame_status" <> 'unreachable' AND "apps"."views" < 100;
CREATE INDEX "apps_pending_idx" ON "apps" USING btree ("created_at","id") WHERE "apps"."status" = 'pending';
CREATE INDEX "apps_rejected_idx" ON "apps" USING btree ("created_at","id") WHERE "apps"."status" = 'rejected';
CREATE INDEX "apps_admin_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("status");
CREATE INDEX "apps_admin_net_votes_idx" ON "apps" USING btree (("upvotes" - "downvotes") DESC,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("status","upvotes","downvotes");
CREATE INDEX "apps_admin_views_idx" ON "apps" USING btree ("views" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("status");
CREATE INDEX "apps_admin_created_idx" ON "apps" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) INCLUDE ("status","category");
CREATE INDEX "apps_frame_check_idx" ON "apps" USING btree ("frame_check_due_at") WHERE "apps"."status" <> 'rejected';
CREATE INDEX "apps_away_idx" ON "apps" USING btree ("unreachable_since") WHERE "apps"."unreachable_since" IS NOT NULL;
CREATE INDEX "apps_submitter_idx" ON "apps" USING btree ("submitted_by","created_at");
CREATE INDEX "audit_log_created_idx" ON "audit_log" USING btree ("created_at","id");
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","created_at","id");
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","created_at","id");
CREATE INDEX "account_tokens_user_idx" ON "account_tokens" USING btree ("user_id","purpose");
CREATE INDEX "account_tokens_expires_idx" ON "account_tokens" USING btree ("expires_at");
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");
CREATE INDEX "error_logs_created_idx" ON "error_logs" USING btree ("created_at","id");
CREATE INDEX "error_logs_user_idx" ON "error_logs" USING btree ("user_id");
CREATE INDEX "duration_batches_created_idx" ON "duration_batches" USING btree ("created_at");
CREATE INDEX "interaction_batches_created_idx" ON "interaction_batches" USING btree ("created_at");
CREATE INDEX "seen_apps_recycle_idx" ON "seen_apps" USING btree ("user_id","last_viewed_at","app_id");
CREATE INDEX "seen_apps_app_idx" ON "seen_apps" USING btree ("app_id");
CREATE INDEX "interactions_user_idx" ON "user_app_interactions" USING btree ("user_id");
CREATE INDEX "interactions_app_idx" ON "user_app_interactions" USING btree ("app_id","interaction_type");
CREATE INDEX "sign_in_attempts_expires_idx" ON "sign_in_attempts" USING btree ("expires_at");
CREATE INDEX "reports_created_idx" ON "reports" USING btree ("created_at","id");
CREATE INDEX "reports_status_idx" ON "reports" USING btree ("status","created_at","id");
CREATE INDEX "reports_app_idx" ON "reports" USING btree ("app_id");
CREATE INDEX "reports_reporter_idx" ON "reports" USING btree ("reported_by");
CREATE UNIQUE INDEX "advertisement_configs_active_key" ON "advertisement_configs" USING btree ("is_active") WHERE "advertisement_configs"."is_active";
CREATE UNIQUE INDEX "algorithm_params_active_key" ON "algorithm_params" USING btree ("is_active") WHERE "algorithm_params"."is_active";
CREATE UNIQUE INDEX "formula_weights_active_key" ON "formula_weights" USING btree ("is_active") WHERE "formula_weights"."is_active";
CREATE UNIQUE INDEX "formula_weights_in_force_key" ON "formula_weights" USING btree ("is_in_force") WHERE "formula_weights"."is_in_force";
CREATE UNIQUE INDEX "formula_weights_pending_key" ON "formula_weights" USING btree ("is_pending") WHERE "formula_weights"."is_pending";
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");
CREATE UNIQUE INDEX "users_google_id_key" ON "users" USING btree ("google_id");
CREATE UNIQUE INDEX "users_platform_id_key" ON "users" USING btree ("platform_id");
CREATE INDEX "users_created_idx" ON "users" USING btree ("created_at","id");
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE "users"."is_admin";
CREATE UNIQUE INDEX "votes_user_app_key" ON "votes" USING btree ("user_id","app_id");
CREATE INDEX "votes_app_idx" ON "votes" USING btree ("app_id");
CREATE INDEX "votes_created_idx" ON "votes" USING btree ("created_at","vote_type");
CREATE INDEX "votes_liked_idx" ON "votes" USING btree ("user_id","vote_type","created_at");
CREATE INDEX "idempotency_keys_created_idx" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");

-- Below: what the tables' definitions in TypeScript can't say, as the INCLUDE of the four indexes above, by which filters
-- and counts of admins read no app. A vote, a view or a verdict writes these entries anew anyway.

CREATE SEQUENCE app_approvals OWNED BY apps.approval_no;

-- A hundred gaps stay in the row: they are read with it.
ALTER TABLE feed_frontiers SET (toast_tuple_target = 8160);

-- Trigrams make a search inside of words an index scan. A server without the extension, or a role that may not create
-- it, searches by reading the table: slower, with the same result.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX app_search_texts_trigram_idx ON app_search_texts USING gin (text gin_trgm_ops);
  CREATE INDEX users_search_trigram_idx ON users USING gin (
    lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(email, '')) gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'searches without pg_trgm: %', SQLERRM;
END $$;

-- The first settings: the defaults of the columns.
INSERT INTO formula_weights (id, is_in_force) VALUES (gen_random_uuid(), true);
INSERT INTO algorithm_params (id) VALUES (gen_random_uuid());
INSERT INTO advertisement_configs (id) VALUES (gen_random_uuid());
INSERT INTO catalogue DEFAULT VALUES;
