-- Locks the voters, then the apps, each by id, as everything that locks several rows. Without `waits`, it skips votes whose rows
-- are locked. It locks free rows by id too, because SKIP LOCKED still waits for a row whose new version is locked at that moment.
-- Returns no row for skipped votes and for deleted or suspended voters, and a row without numbers for an unapproved app. A vote
-- that was taken back is forgotten, so that an undo does not restore it over a newer decision. A reference deletes the network of
-- a vote with it. Planned once per connection: planning costs more than the plan saves.
CREATE OR REPLACE FUNCTION cast_votes_from_networks(
  new_ids uuid[], voters uuid[], voted_apps uuid[],
  after_none vote_type[], after_up vote_type[], after_down vote_type[], ats timestamptz[], networks bytea[], waits boolean
) RETURNS TABLE (place integer, vote_after vote_type, upvotes_after integer, downvotes_after integer)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  held_voters uuid[];
  held_apps uuid[];
  vote_before vote_type;
BEGIN
  IF waits THEN
    held_voters := ARRAY(SELECT id FROM users
      WHERE id = ANY (voters) AND suspended_at IS NULL ORDER BY id FOR KEY SHARE);
    held_apps := ARRAY(SELECT id FROM apps
      WHERE id = ANY (voted_apps) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE);
  ELSE
    held_voters := ARRAY(SELECT id FROM users
      WHERE id = ANY (voters) AND suspended_at IS NULL ORDER BY id FOR KEY SHARE SKIP LOCKED);
    held_apps := ARRAY(SELECT id FROM apps
      WHERE id = ANY (voted_apps) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED);
  END IF;
  FOR n IN 1 .. cardinality(voters) LOOP
    CONTINUE WHEN voters[n] <> ALL (held_voters);
    place := n;
    vote_after := NULL;
    upvotes_after := NULL;
    downvotes_after := NULL;
    IF voted_apps[n] = ANY (held_apps) THEN
      DELETE FROM taken_votes WHERE user_id = voters[n] AND app_id = voted_apps[n];
      SELECT vote_type INTO vote_before FROM votes WHERE user_id = voters[n] AND app_id = voted_apps[n];
      vote_after := CASE vote_before WHEN 'up' THEN after_up[n] WHEN 'down' THEN after_down[n] ELSE after_none[n] END;
      IF vote_after IS NULL THEN
        DELETE FROM votes WHERE user_id = voters[n] AND app_id = voted_apps[n];
      ELSIF vote_before IS NULL THEN
        INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
          VALUES (new_ids[n], voters[n], voted_apps[n], vote_after, ats[n]);
      ELSIF vote_before <> vote_after THEN
        UPDATE votes SET vote_type = vote_after, created_at = ats[n]
          WHERE user_id = voters[n] AND app_id = voted_apps[n];
      END IF;
      IF vote_after IS DISTINCT FROM vote_before AND vote_after IS NOT NULL AND networks[n] IS NOT NULL THEN
        INSERT INTO vote_networks (user_id, app_id, network, voted_at) VALUES (voters[n], voted_apps[n], networks[n], ats[n])
          ON CONFLICT (user_id, app_id) DO UPDATE SET network = excluded.network, voted_at = excluded.voted_at;
      END IF;
      SELECT upvotes, downvotes INTO upvotes_after, downvotes_after FROM apps WHERE id = voted_apps[n];
    ELSE
      CONTINUE WHEN NOT waits;
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
