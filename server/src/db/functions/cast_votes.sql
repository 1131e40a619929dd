-- Called by nodes of version 0.2.
CREATE OR REPLACE FUNCTION cast_votes(
  new_ids uuid[], voters uuid[], voted_apps uuid[],
  after_none vote_type[], after_up vote_type[], after_down vote_type[], ats timestamptz[], waits boolean
) RETURNS TABLE (place integer, vote_after vote_type, upvotes_after integer, downvotes_after integer)
LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT * FROM cast_votes_from_networks(
    new_ids, voters, voted_apps, after_none, after_up, after_down, ats, '{}', waits);
END $$;
