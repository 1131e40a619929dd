-- What a vote does once its app is held. Returns the vote that stands.
CREATE OR REPLACE FUNCTION change_vote(
  new_id uuid, voter uuid, voted_app uuid,
  after_none vote_type, after_up vote_type, after_down vote_type, at timestamptz
) RETURNS vote_type LANGUAGE plpgsql AS $$
DECLARE
  vote_before vote_type;
  vote_after vote_type;
BEGIN
  SELECT vote_type INTO vote_before FROM votes WHERE user_id = voter AND app_id = voted_app;
  vote_after := CASE vote_before WHEN 'up' THEN after_up WHEN 'down' THEN after_down ELSE after_none END;
  IF vote_after IS NULL THEN
    DELETE FROM votes WHERE user_id = voter AND app_id = voted_app;
  ELSIF vote_before IS NULL THEN
    INSERT INTO votes (id, user_id, app_id, vote_type, created_at) VALUES (new_id, voter, voted_app, vote_after, at);
  ELSIF vote_before <> vote_after THEN
    UPDATE votes SET vote_type = vote_after, created_at = at WHERE user_id = voter AND app_id = voted_app;
  END IF;
  RETURN vote_after;
END $$;
