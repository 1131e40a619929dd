-- Rows for every table of the baseline, as users create them. All later migrations run over these rows. Never change
-- them.
INSERT INTO users (id, email, email_verified_at, password_hash, first_name, last_name, auth_provider, is_admin, is_guest, zap_count) VALUES
  ('00000000-0000-7000-8000-000000000001', 'admin@example.org', now(), 'hash', 'Ada', NULL, 'email', true, false, 0),
  ('00000000-0000-7000-8000-000000000002', 'member@example.org', NULL, NULL, NULL, 'Member', 'google', false, false, 12),
  ('00000000-0000-7000-8000-000000000003', NULL, NULL, NULL, NULL, NULL, 'email', false, true, 0);
INSERT INTO apps (id, title, description, url, tags, submitted_by, status, approval_no, upvotes, views, time_spent, ranking_score, moved_xid, frame_status, unreachable_since) VALUES
  ('00000000-0000-7000-8000-000000000011', 'Approved', '', 'https://a.example.org/', '{a,b}', '00000000-0000-7000-8000-000000000002', 'approved', nextval('app_approvals'), 1, 3, 60001, 70.3, '700', 'ok', NULL),
  ('00000000-0000-7000-8000-000000000012', 'Pending', '', 'https://b.example.org/', '{}', NULL, 'pending', NULL, 0, 0, 1, 0.001, NULL, 'unknown', NULL),
  ('00000000-0000-7000-8000-000000000013', 'Rejected', '', 'https://c.example.org/', '{}', NULL, 'rejected', nextval('app_approvals'), 0, 0, 1, 0.001, NULL, 'refused', NULL),
  ('00000000-0000-7000-8000-000000000014', 'Away', '', 'https://d.example.org/', '{}', NULL, 'approved', nextval('app_approvals'), 0, 0, 1, 0.001, NULL, 'unreachable', now());
INSERT INTO app_search_texts (app_id, text, status) SELECT id, lower(title || E'\n' || url), status FROM apps;
UPDATE catalogue SET approved_apps = 2, withdrawn_apps = 1, pending_apps = 1, rejected_apps = 1, all_moved_xid = '700';
INSERT INTO audit_log (id, actor_id, action, target_id, after) VALUES
  ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000001', 'approve_app', '00000000-0000-7000-8000-000000000011', '{"status":"approved"}'),
  ('00000000-0000-7000-8000-000000000022', NULL, 'cleanup', NULL, NULL);
INSERT INTO account_tokens (hash, user_id, purpose, expires_at) VALUES
  ('token', '00000000-0000-7000-8000-000000000002', 'verify_email', now());
INSERT INTO sessions (sid, user_id, expire) VALUES
  ('session', '00000000-0000-7000-8000-000000000002', now()), ('guest', '00000000-0000-7000-8000-000000000003', now());
INSERT INTO sign_in_attempts (hash, provider, state, nonce, code_verifier, expires_at) VALUES
  ('attempt', 'google', 'state', 'nonce', 'verifier', now());
INSERT INTO error_logs (id, user_id, error_type, error_message) VALUES
  ('00000000-0000-7000-8000-000000000031', NULL, 'TypeError', 'x is not a function');
INSERT INTO votes (id, app_id, user_id, vote_type) VALUES
  ('00000000-0000-7000-8000-000000000041', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000002', 'up');
INSERT INTO seen_apps (user_id, app_id, view_counted_at, seen_xid) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000011', now(), '700'),
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014', NULL, NULL);
INSERT INTO seen_counts (user_id, seen) VALUES ('00000000-0000-7000-8000-000000000002', 2);
INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration) VALUES
  ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000011', 'view', 60000),
  ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014', 'skip', 0);
INSERT INTO daily_views (day, app_id, views) VALUES ('2026-01-31', '00000000-0000-7000-8000-000000000011', 3);
INSERT INTO interaction_batches (user_id, batch_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000061');
INSERT INTO duration_batches (user_id, batch_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000062');
INSERT INTO idempotency_keys (user_id, key_hash, request_hash, status, response) VALUES
  ('00000000-0000-7000-8000-000000000002', 'key', 'request', 200, '{}'),
  ('00000000-0000-7000-8000-000000000002', 'under way', 'request', NULL, NULL);
INSERT INTO feed_frontiers (user_id, ranking, epoch, as_of, rank, created_at, app_id, gap_ids, gap_categories,
    gap_ranks, gap_times, gap_numbers) VALUES
  ('00000000-0000-7000-8000-000000000002', 'score', 0, '700', 70.3, now(), '00000000-0000-7000-8000-000000000011', '{}', '{}', '{}', '{}', '{}');
INSERT INTO reports (id, app_id, reported_by, reason) VALUES
  ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000002', 'Broken');
UPDATE formula_weights SET is_active = false, saved_by = '00000000-0000-7000-8000-000000000001';
INSERT INTO formula_weights (id, upvote_weight, is_pending, pending_share) VALUES
  ('00000000-0000-7000-8000-000000000081', 20, true, 0.5);
INSERT INTO rate_limits (key, points, expire) VALUES ('login:1', 3, 0);
