CREATE TYPE "public"."app_status" AS ENUM('pending', 'approved', 'rejected');--> statement-breakpoint
CREATE TYPE "public"."frame_status" AS ENUM('unknown', 'ok', 'refused', 'unreachable');--> statement-breakpoint
CREATE TYPE "public"."interaction_type" AS ENUM('view', 'swipe', 'like', 'dislike', 'skip');--> statement-breakpoint
CREATE TYPE "public"."report_status" AS ENUM('pending', 'reviewed', 'dismissed');--> statement-breakpoint
CREATE TYPE "public"."algorithm_type" AS ENUM('normal', 'semi_simple', 'simple');--> statement-breakpoint
CREATE TYPE "public"."auth_provider" AS ENUM('email', 'google', 'platform');--> statement-breakpoint
CREATE TYPE "public"."vote_type" AS ENUM('up', 'down');--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" varchar(100) NOT NULL,
	"description" text NOT NULL,
	"url" varchar(2048) NOT NULL,
	"category" varchar(50) DEFAULT 'Web Tools' NOT NULL,
	"thumbnail_url" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"submitted_by" uuid NOT NULL,
	"status" "app_status" DEFAULT 'pending' NOT NULL,
	"review_reason" text,
	"upvotes" integer DEFAULT 0 NOT NULL,
	"downvotes" integer DEFAULT 0 NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"time_spent" bigint DEFAULT 1 NOT NULL,
	"ranking_score" double precision DEFAULT 0 NOT NULL,
	"avg_time_to_upvote" integer DEFAULT 0 NOT NULL,
	"avg_time_to_downvote" integer DEFAULT 0 NOT NULL,
	"avg_view_time" integer DEFAULT 0 NOT NULL,
	"frame_status" "frame_status" DEFAULT 'unknown' NOT NULL,
	"frame_reason" text,
	"frame_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "apps_upvotes_positive" CHECK ("apps"."upvotes" >= 0),
	CONSTRAINT "apps_downvotes_positive" CHECK ("apps"."downvotes" >= 0),
	CONSTRAINT "apps_views_positive" CHECK ("apps"."views" >= 0),
	CONSTRAINT "apps_time_spent_positive" CHECK ("apps"."time_spent" >= 1)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sess" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "duration_batches" (
	"user_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "duration_batches_pkey" PRIMARY KEY("user_id","batch_id")
);
--> statement-breakpoint
CREATE TABLE "seen_apps" (
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"last_viewed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"view_counted_at" timestamp (3) with time zone,
	CONSTRAINT "seen_apps_pkey" PRIMARY KEY("user_id","app_id")
);
--> statement-breakpoint
CREATE TABLE "user_app_interactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"app_id" uuid NOT NULL,
	"interaction_type" "interaction_type" NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "interactions_duration_positive" CHECK ("user_app_interactions"."duration" >= 0)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"reported_by" uuid NOT NULL,
	"reason" text NOT NULL,
	"status" "report_status" DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "advertisement_configs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"zaps_between_ads" integer DEFAULT 8 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "advertisement_configs_zaps" CHECK ("advertisement_configs"."zaps_between_ads" BETWEEN 1 AND 100)
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "formula_weights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upvote_weight" double precision DEFAULT 10 NOT NULL,
	"downvote_weight" double precision DEFAULT 5 NOT NULL,
	"view_weight" double precision DEFAULT 0.1 NOT NULL,
	"time_weight" double precision DEFAULT 0.001 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_in_force" boolean DEFAULT false NOT NULL,
	"saved_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" varchar(254),
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
--> statement-breakpoint
CREATE TABLE "votes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"app_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"vote_type" "vote_type" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "error_logs" ADD CONSTRAINT "error_logs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duration_batches" ADD CONSTRAINT "duration_batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seen_apps" ADD CONSTRAINT "seen_apps_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_app_interactions" ADD CONSTRAINT "user_app_interactions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "advertisement_configs" ADD CONSTRAINT "advertisement_configs_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "algorithm_params" ADD CONSTRAINT "algorithm_params_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "formula_weights" ADD CONSTRAINT "formula_weights_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "apps_url_key" ON "apps" USING btree ("url");--> statement-breakpoint
CREATE INDEX "apps_score_idx" ON "apps" USING btree ("ranking_score" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "apps_upvotes_idx" ON "apps" USING btree ("upvotes" DESC NULLS FIRST,"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "apps"."status" = 'approved';--> statement-breakpoint
CREATE INDEX "apps_pending_idx" ON "apps" USING btree ("created_at","id") WHERE "apps"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "apps_submitter_idx" ON "apps" USING btree ("submitted_by","created_at");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire_idx" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "error_logs_created_idx" ON "error_logs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "error_logs_user_idx" ON "error_logs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "duration_batches_created_idx" ON "duration_batches" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "seen_apps_recycle_idx" ON "seen_apps" USING btree ("user_id","last_viewed_at","app_id");--> statement-breakpoint
CREATE INDEX "seen_apps_app_idx" ON "seen_apps" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "interactions_user_idx" ON "user_app_interactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "interactions_app_idx" ON "user_app_interactions" USING btree ("app_id","interaction_type");--> statement-breakpoint
CREATE INDEX "reports_created_idx" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_app_idx" ON "reports" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "reports_reporter_idx" ON "reports" USING btree ("reported_by");--> statement-breakpoint
CREATE UNIQUE INDEX "advertisement_configs_active_key" ON "advertisement_configs" USING btree ("is_active") WHERE "advertisement_configs"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "algorithm_params_active_key" ON "algorithm_params" USING btree ("is_active") WHERE "algorithm_params"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "formula_weights_active_key" ON "formula_weights" USING btree ("is_active") WHERE "formula_weights"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "formula_weights_in_force_key" ON "formula_weights" USING btree ("is_in_force") WHERE "formula_weights"."is_in_force";--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_google_id_key" ON "users" USING btree ("google_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_platform_id_key" ON "users" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "users_admins_idx" ON "users" USING btree ("id") WHERE "users"."is_admin";--> statement-breakpoint
CREATE UNIQUE INDEX "votes_user_app_key" ON "votes" USING btree ("user_id","app_id");--> statement-breakpoint
CREATE INDEX "votes_app_idx" ON "votes" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "votes_liked_idx" ON "votes" USING btree ("user_id","vote_type","created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_expire_idx" ON "rate_limits" USING btree ("expire");