-- works from 0.3.0
-- Sentences of version 0.1.0 that have no code.
UPDATE "apps" SET "frame_reason" = NULL WHERE "frame_reason" ->> 'code' = 'other';
UPDATE "frame_changes" SET "frame_reason" = NULL WHERE "frame_reason" ->> 'code' = 'other';
UPDATE "audit_log" SET "after" = "after" - 'cause' WHERE "after" -> 'cause' ->> 'code' = 'other';
UPDATE "app_events" SET "after" = "after" - 'cause' WHERE "after" -> 'cause' ->> 'code' = 'other';
-- Version 0.1.0 did not store when it approved an app.
UPDATE "apps" SET "approved_at" = "reviewed_at" WHERE "approved_at" IS NULL AND "status" = 'approved';
-- Called by nodes of version 0.2.
DROP FUNCTION IF EXISTS "cast_votes"(uuid[], uuid[], uuid[], vote_type[], vote_type[], vote_type[], timestamptz[], boolean);
