-- A vote by itself, in one round trip. The app's row is locked before the vote is read, so that votes on one app queue up
-- and each sees what the one before left; NO KEY UPDATE, because rows that merely refer to the app need not wait. The rule
-- itself stays with the caller, who says which vote stands next after none, after up and after down.
-- The voter is locked first, as everywhere; one who is gone is told by the foreign key. No row: there is no such approved app.
CREATE OR REPLACE FUNCTION set_vote(
  new_id uuid, voter uuid, voted_app uuid,
  after_none vote_type, after_up vote_type, after_down vote_type, at timestamptz
) RETURNS TABLE (vote_after vote_type, upvotes_after integer, downvotes_after integer) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = voter FOR KEY SHARE;
  PERFORM FROM apps WHERE id = voted_app AND status = 'approved' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  vote_after := change_vote(new_id, voter, voted_app, after_none, after_up, after_down, at);
  RETURN QUERY SELECT vote_after, upvotes, downvotes FROM apps WHERE id = voted_app;
END $$;
