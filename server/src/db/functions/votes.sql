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

-- Votes that are cast or deleted together are one update of each app.
CREATE OR REPLACE FUNCTION count_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE apps SET upvotes = upvotes + added.up, downvotes = downvotes + added.down
      FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                   count(*) FILTER (WHERE vote_type = 'down') AS down
            FROM new_votes GROUP BY app_id) AS added
      WHERE apps.id = added.app_id;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE apps SET upvotes = upvotes - gone.up, downvotes = downvotes - gone.down
      FROM (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
                   count(*) FILTER (WHERE vote_type = 'down') AS down
            FROM gone_votes GROUP BY app_id) AS gone
      WHERE apps.id = gone.app_id;
  ELSE
    UPDATE apps SET upvotes = upvotes + (NEW.vote_type = 'up')::int - (OLD.vote_type = 'up')::int,
        downvotes = downvotes + (NEW.vote_type = 'down')::int - (OLD.vote_type = 'down')::int
      WHERE id = NEW.app_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_count AFTER INSERT ON votes REFERENCING NEW TABLE AS new_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_votes();

CREATE OR REPLACE TRIGGER votes_recount AFTER UPDATE OF vote_type ON votes
  FOR EACH ROW EXECUTE FUNCTION count_votes();

CREATE OR REPLACE TRIGGER votes_uncount AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION count_votes();

-- Adds the apps of changed likes to changed_likes. The table has no key, so no vote waits for another one or for the job that
-- empties it.
CREATE OR REPLACE FUNCTION note_changed_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO changed_likes (app_id) SELECT DISTINCT app_id FROM gone_votes WHERE vote_type = 'up';
  ELSE
    INSERT INTO changed_likes (app_id) VALUES (NEW.app_id);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER votes_note_like AFTER INSERT ON votes
  FOR EACH ROW WHEN (NEW.vote_type = 'up') EXECUTE FUNCTION note_changed_likes();

CREATE OR REPLACE TRIGGER votes_note_change AFTER UPDATE ON votes
  FOR EACH ROW WHEN (OLD.vote_type = 'up' OR NEW.vote_type = 'up') EXECUTE FUNCTION note_changed_likes();

CREATE OR REPLACE TRIGGER votes_note_gone AFTER DELETE ON votes REFERENCING OLD TABLE AS gone_votes
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_likes();
