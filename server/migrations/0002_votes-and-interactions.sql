-- A vote in one round trip. The app's row is locked before the vote is read, so that votes on one app queue up and
-- each sees what the one before left; NO KEY UPDATE, because rows that merely refer to the app need not wait. The rule
-- itself stays with the caller, who says which vote stands next after none, after up and after down.
-- No row: there is no such approved app.
CREATE FUNCTION set_vote(
  new_id uuid, voter uuid, voted_app uuid,
  after_none vote_type, after_up vote_type, after_down vote_type, at timestamptz
) RETURNS TABLE (vote_after vote_type, upvotes_after integer, downvotes_after integer) LANGUAGE plpgsql AS $$
DECLARE
  vote_before vote_type;
BEGIN
  PERFORM FROM apps WHERE id = voted_app AND status = 'approved' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  SELECT vote_type INTO vote_before FROM votes WHERE user_id = voter AND app_id = voted_app;
  vote_after := CASE vote_before WHEN 'up' THEN after_up WHEN 'down' THEN after_down ELSE after_none END;
  IF vote_after IS NULL THEN
    DELETE FROM votes WHERE user_id = voter AND app_id = voted_app;
  ELSIF vote_before IS NULL THEN
    INSERT INTO votes (id, user_id, app_id, vote_type, created_at) VALUES (new_id, voter, voted_app, vote_after, at);
  ELSIF vote_before <> vote_after THEN
    UPDATE votes SET vote_type = vote_after, created_at = at WHERE user_id = voter AND app_id = voted_app;
  END IF;
  RETURN QUERY SELECT vote_after, upvotes, downvotes FROM apps WHERE id = voted_app;
END $$;
--> statement-breakpoint
-- An interaction in one round trip: it marks the app as seen and, where it is a view and the last one that counted is
-- `view_window` old, counts into the app's views. The app is locked first, as by a vote, so that the two cannot wait
-- for each other. Returns whether a view was counted; null: there is no such approved app.
CREATE FUNCTION record_interaction(
  new_id uuid, actor uuid, met_app uuid,
  kind interaction_type, duration_ms integer, at timestamptz, view_window interval
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  is_counted boolean := false;
BEGIN
  IF kind = 'view' THEN
    PERFORM FROM apps WHERE id = met_app AND status = 'approved' FOR NO KEY UPDATE;
  ELSE
    PERFORM FROM apps WHERE id = met_app AND status = 'approved' FOR KEY SHARE;
  END IF;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at) VALUES (actor, met_app, at)
    ON CONFLICT (user_id, app_id)
    DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at);
  IF kind = 'view' THEN
    UPDATE seen_apps SET view_counted_at = at
      WHERE user_id = actor AND app_id = met_app
        AND (view_counted_at IS NULL OR view_counted_at <= at - view_window);
    is_counted := FOUND;
    IF is_counted THEN
      UPDATE apps SET views = views + 1 WHERE id = met_app;
    END IF;
  END IF;
  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    VALUES (new_id, actor, met_app, kind, duration_ms, at);
  RETURN is_counted;
END $$;
