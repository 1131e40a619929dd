-- Rows for every table of the baseline. All later migrations run over these rows. Never change them.
INSERT INTO users (id, email, email_verified_at, password_hash, first_name, last_name, auth_provider, is_admin, is_guest, zap_count, role, given_role) VALUES
  ('00000000-0000-7000-8000-000000000001', 'admin@example.org', now(), 'hash', 'Ada', NULL, 'email', true, false, 0, 'admin', 'admin'),
  ('00000000-0000-7000-8000-000000000002', 'member@example.org', NULL, NULL, NULL, 'Member', 'google', false, false, 12, 'member', 'member'),
  ('00000000-0000-7000-8000-000000000003', NULL, NULL, NULL, NULL, NULL, 'email', false, true, 0, 'member', 'member');
INSERT INTO apps (id, title, description, url, url_key, tags, submitted_by, status, approval_no, upvotes, views, time_spent, ranking_score, frame_status, frame_reason, unreachable_since) VALUES
  ('00000000-0000-7000-8000-000000000011', 'Approved', '', 'https://a.example.org/', 'a.example.org', '{a,b}', '00000000-0000-7000-8000-000000000002', 'approved', nextval('app_approvals'), 1, 3, 60001, 70.3, 'ok', NULL, NULL),
  ('00000000-0000-7000-8000-000000000012', 'Pending', '', 'https://b.example.org/', 'b.example.org', '{}', NULL, 'pending', NULL, 0, 0, 1, 0.001, 'unknown', NULL, NULL),
  ('00000000-0000-7000-8000-000000000013', 'Rejected', '', 'https://c.example.org/', 'c.example.org', '{}', NULL, 'rejected', nextval('app_approvals'), 0, 0, 1, 0.001, 'refused', '{"code": "frame_options", "value": "deny"}', NULL),
  ('00000000-0000-7000-8000-000000000014', 'Away', '', 'https://d.example.org/', 'd.example.org', '{}', NULL, 'approved', nextval('app_approvals'), 0, 0, 1, 0.001, 'unreachable', '{"code": "timed_out"}', now());
INSERT INTO app_search_texts (app_id, text, status) SELECT id, lower(title || E'\n' || url), status FROM apps;
INSERT INTO app_hosts (app_id, host_key) SELECT id, 'org.example.' || left(url_key, 1) || '.' FROM apps;
INSERT INTO app_tags (tag, app_id) SELECT unnest(tags), id FROM apps;
INSERT INTO search_documents (app_id, approval_no, words, maker_words) SELECT id, approval_no, to_tsvector('simple', title), '' FROM apps;
INSERT INTO known_words (word, apps, typo_keys) VALUES ('approved', 2, '{approved}');
INSERT INTO trending_scores (app_id, score) SELECT id, 0.5 FROM apps WHERE status = 'approved';
UPDATE catalogue SET approved_apps = 2, withdrawn_apps = 1, pending_apps = 1, rejected_apps = 1;
UPDATE formula_weights SET is_active = false, saved_by = '00000000-0000-7000-8000-000000000001';
INSERT INTO formula_weights (id, upvote_weight, is_pending, pending_share) VALUES
  ('00000000-0000-7000-8000-000000000081', 20, true, 0.5);

-- Accounts.
INSERT INTO account_tokens (hash, user_id, purpose, expires_at) VALUES
  ('token', '00000000-0000-7000-8000-000000000002', 'verify_email', now());
INSERT INTO api_tokens (id, user_id, hash, name, scopes, expires_at) VALUES
  ('00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-000000000001', 'token', 'Script', '{apps:read}', now());
INSERT INTO applications (user_id, answer, answered_at) VALUES ('00000000-0000-7000-8000-000000000002', 'I make games.', now());
INSERT INTO idempotency_keys (user_id, key_hash, request_hash, status, response) VALUES
  ('00000000-0000-7000-8000-000000000002', 'key', 'request', 200, '{}'),
  ('00000000-0000-7000-8000-000000000002', 'under way', 'request', NULL, NULL);
INSERT INTO invitations (id, hash, created_by, uses_max, uses_left, expires_at) VALUES
  ('00000000-0000-7000-8000-0000000000a2', 'invitation', '00000000-0000-7000-8000-000000000001', 2, 1, now());
INSERT INTO invited_members (user_id, invitation_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-0000000000a2');
INSERT INTO mail_preferences (user_id, unsubscribe_token) VALUES ('00000000-0000-7000-8000-000000000002', 'unsubscribe');
INSERT INTO passkey_challenges (hash, purpose, expires_at) VALUES ('challenge', 'sign_in', now());
INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced) VALUES
  ('00000000-0000-7000-8000-0000000000a3', '00000000-0000-7000-8000-000000000001', 'credential', 'key', 4294967295, '{usb,nfc}', true);
INSERT INTO pending_accounts (id, hash, identity, expires_at) VALUES
  ('00000000-0000-7000-8000-0000000000a4', 'pending', '{"provider": "google", "subject": "1", "email": "new@example.org"}', now());
INSERT INTO pending_emails (id, user_id, email, expires_at) VALUES
  ('00000000-0000-7000-8000-0000000000a5', '00000000-0000-7000-8000-000000000002', 'next@example.org', now());
INSERT INTO previous_emails (id, user_id, email, had_google, had_platform) VALUES
  ('00000000-0000-7000-8000-0000000000a6', '00000000-0000-7000-8000-000000000002', 'former@example.org', true, false);
INSERT INTO rate_limits (key, points, expire) VALUES ('login:1', 3, 0);
INSERT INTO secret_key_mark (mark) VALUES ('mark');
INSERT INTO security_events (id, user_id, event) VALUES
  ('00000000-0000-7000-8000-0000000000a7', '00000000-0000-7000-8000-000000000001', 'signed_in');
INSERT INTO sessions (sid, user_id, expire) VALUES
  ('session', '00000000-0000-7000-8000-000000000002', now()), ('guest', '00000000-0000-7000-8000-000000000003', now());
INSERT INTO sign_in_attempts (hash, provider, state, nonce, code_verifier, expires_at) VALUES
  ('attempt', 'google', 'state', 'nonce', 'verifier', now());
INSERT INTO totp_secrets (user_id, secret, key_mark, confirmed_at, last_step) VALUES
  ('00000000-0000-7000-8000-000000000001', '\x00ff', 'mark', now(), 1);
INSERT INTO recovery_codes (user_id, hash) VALUES ('00000000-0000-7000-8000-000000000001', 'code');

-- Votes, views and decks.
INSERT INTO votes (id, app_id, user_id, vote_type, is_seen_in_deck) VALUES
  ('00000000-0000-7000-8000-000000000041', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000002', 'up', true);
INSERT INTO vote_networks (user_id, app_id, network, voted_at) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000011', '\x01', now());
INSERT INTO vote_groups (id, makers, last_found_at) VALUES ('00000000-0000-7000-8000-0000000000b1', 1, now());
INSERT INTO vote_group_apps (group_id, app_id) VALUES
  ('00000000-0000-7000-8000-0000000000b1', '00000000-0000-7000-8000-000000000011');
INSERT INTO vote_group_members (group_id, user_id, observed, expected) VALUES
  ('00000000-0000-7000-8000-0000000000b1', '00000000-0000-7000-8000-000000000002', 14, 1.5);
INSERT INTO takebacks (id, group_id, admin_id, votes) VALUES
  ('00000000-0000-7000-8000-0000000000b2', '00000000-0000-7000-8000-0000000000b1', '00000000-0000-7000-8000-000000000001', 1);
INSERT INTO takeback_accounts (takeback_id, user_id) VALUES
  ('00000000-0000-7000-8000-0000000000b2', '00000000-0000-7000-8000-000000000002');
INSERT INTO taken_votes (takeback_id, app_id, user_id, vote_id, vote_type, created_at) VALUES
  ('00000000-0000-7000-8000-0000000000b2', '00000000-0000-7000-8000-000000000014', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000042', 'up', now());
INSERT INTO seen_apps (user_id, app_id, view_counted_at, is_viewed) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000011', now(), true),
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014', NULL, true);
INSERT INTO seen_counts (user_id, seen) VALUES ('00000000-0000-7000-8000-000000000002', 2);
INSERT INTO cleared_views (user_id, app_id, view_counted_at) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014', now());
INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration) VALUES
  ('00000000-0000-7000-8000-000000000051', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000011', 'view', 60000),
  ('00000000-0000-7000-8000-000000000052', '00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014', 'skip', 0);
INSERT INTO interaction_batches (user_id, batch_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000061');
INSERT INTO duration_batches (user_id, batch_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000062');
INSERT INTO daily_views (day, app_id, views) VALUES ('2026-01-31', '00000000-0000-7000-8000-000000000011', 3);
INSERT INTO daily_visits (app_id, day, visits) VALUES ('00000000-0000-7000-8000-000000000011', '2026-01-31', 2);
INSERT INTO daily_picks (day, app_id, chosen_at) VALUES ('2026-01-31', '00000000-0000-7000-8000-000000000011', now());
INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day) VALUES
  ('00000000-0000-7000-8000-0000000000b3', '00000000-0000-7000-8000-000000000002', 'best', 'normal', false, now(), '2026-01-30');
INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at) VALUES
  ('00000000-0000-7000-8000-0000000000b3', '2026-01-30', 1, '{00000000-0000-7000-8000-000000000011}', 'f', now());
INSERT INTO hands (deck_id, page, page_size, app_ids, reasons, taken, has_more, from_top_at) VALUES
  ('00000000-0000-7000-8000-0000000000b3', 2, 20, '{00000000-0000-7000-8000-000000000014}', 'f', 0, false, now());
INSERT INTO deal_totals (day, app_id, reason, dealt) VALUES ('2026-01-30', '00000000-0000-7000-8000-000000000011', 'f', 1);
INSERT INTO tried_times (app_id, duration_ms, tries) VALUES ('00000000-0000-7000-8000-000000000011', 60000, 1);
INSERT INTO tries_counted (until_id) VALUES ('00000000-0000-7000-8000-000000000052');
INSERT INTO changed_likes (app_id) VALUES ('00000000-0000-7000-8000-000000000011');
INSERT INTO paired_apps (app_id, likes, due_at) VALUES ('00000000-0000-7000-8000-000000000011', 1, now());
INSERT INTO strongest_pairs (app_id, other_ids, lifts) VALUES
  ('00000000-0000-7000-8000-000000000011', '{00000000-0000-7000-8000-000000000014}', '{1.5}');
INSERT INTO avoided_apps (user_id, app_id) VALUES
  ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000014');
INSERT INTO hidden (user_id, kind, value) VALUES ('00000000-0000-7000-8000-000000000002', 'tag', 'a');
INSERT INTO view_budgets (id, app_id, kind, wanted, guests_max, pace_s) VALUES
  ('00000000-0000-7000-8000-0000000000b4', '00000000-0000-7000-8000-000000000011', 'first', 100, 30, 1296);
INSERT INTO first_views (budget_id, user_id, viewed_at) VALUES
  ('00000000-0000-7000-8000-0000000000b4', '00000000-0000-7000-8000-000000000002', now());

-- Apps, their makers and moderators.
INSERT INTO app_events (id, app_id, action, actor_id, after) VALUES
  ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000011', 'approve_app', '00000000-0000-7000-8000-000000000001', '{"status":"approved"}');
INSERT INTO audit_log (id, actor_id, action, target_id, after) VALUES
  ('00000000-0000-7000-8000-000000000021', '00000000-0000-7000-8000-000000000001', 'approve_app', '00000000-0000-7000-8000-000000000011', '{"status":"approved"}'),
  ('00000000-0000-7000-8000-000000000022', NULL, 'cleanup', NULL, NULL);
INSERT INTO app_baselines (app_id, title, changed_at) SELECT id, title, now() FROM apps WHERE status = 'approved';
INSERT INTO app_milestones (app_id, milestone, reached_at) VALUES ('00000000-0000-7000-8000-000000000011', 'likes', now());
INSERT INTO app_notes (id, app_id, author_id, text) VALUES
  ('00000000-0000-7000-8000-0000000000c1', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000001', 'Checked');
INSERT INTO app_verifications (app_id, token) VALUES ('00000000-0000-7000-8000-000000000011', 'verification');
INSERT INTO automatic_holds (id, has_reached_limit) VALUES ('00000000-0000-7000-8000-0000000000c2', false);
INSERT INTO decision_batches (id, moderator_id, undoable_until) VALUES
  ('00000000-0000-7000-8000-0000000000c3', '00000000-0000-7000-8000-000000000001', now());
INSERT INTO decisions (id, app_id, moderator_id, batch_id, decision) VALUES
  ('00000000-0000-7000-8000-0000000000c4', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-0000000000c3', 'approved');
INSERT INTO error_logs (id, user_id, error_type, error_message) VALUES
  ('00000000-0000-7000-8000-000000000031', NULL, 'TypeError', 'x is not a function');
INSERT INTO frame_changes (id, app_id, frame_status) VALUES
  ('00000000-0000-7000-8000-0000000000c5', '00000000-0000-7000-8000-000000000014', 'unreachable');
INSERT INTO host_rules (host, host_key, rule) VALUES ('bad.example.org', 'org.example.bad.', 'blocked');
INSERT INTO logo_files (logo, name, content) VALUES ('logo', '192.png', '\x00');
INSERT INTO maker_pages (user_id, name, line, links) VALUES ('00000000-0000-7000-8000-000000000002', 'Member', 'Makes games', '{}');
INSERT INTO picture_looks (app_id) SELECT id FROM apps;
INSERT INTO pictures (hash, webp_160, webp_480, webp_960) VALUES ('picture', '\x00ff0a5c', '', 'abc');
INSERT INTO reports (id, app_id, reported_by, reason) VALUES
  ('00000000-0000-7000-8000-000000000071', '00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000002', 'Broken');
INSERT INTO waiting_urls (app_id, url, url_key, asked_by) VALUES
  ('00000000-0000-7000-8000-000000000011', 'https://e.example.org/', 'e.example.org', '00000000-0000-7000-8000-000000000002');
INSERT INTO waiting_versions (app_id, note, asked_by) VALUES
  ('00000000-0000-7000-8000-000000000011', 'Two new levels', '00000000-0000-7000-8000-000000000002');
INSERT INTO waiting_words (app_id, title, asked_by) VALUES
  ('00000000-0000-7000-8000-000000000011', 'Approved, again', '00000000-0000-7000-8000-000000000002');
