-- Writes that arrive together share a transaction, which holds what several people write. So that no two ever wait for
-- each other, everything that holds several rows takes them in one order: users by id, idempotency keys by user, apps by
-- id, seen_apps by user and app, seen_counts by user. Who does not wait gets the rows that are free, and so neither waits
-- for anybody nor holds up the others it writes for.
-- What can't be left out, such as a table that is locked as a whole or a key that another node has, it waits for a moment
-- only, and then gives up for all.
CREATE FUNCTION hold_users(ids uuid[], waits boolean) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  IF waits THEN
    RETURN ARRAY(SELECT id FROM users WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE);
  END IF;
  PERFORM set_config('lock_timeout', '50ms', true);
  RETURN ARRAY(SELECT id FROM users WHERE id = ANY (ids) FOR KEY SHARE SKIP LOCKED);
END $$;
--> statement-breakpoint
CREATE FUNCTION hold_apps(ids uuid[], waits boolean) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  IF waits THEN
    RETURN ARRAY(SELECT id FROM apps WHERE id = ANY (ids) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE);
  END IF;
  RETURN ARRAY(SELECT id FROM apps WHERE id = ANY (ids) AND status = 'approved' FOR NO KEY UPDATE SKIP LOCKED);
END $$;
--> statement-breakpoint
-- What a vote does once its app is held. Returns the vote that stands.
CREATE FUNCTION change_vote(
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
--> statement-breakpoint
-- As before: a vote by itself, which waits for its app. The voter is locked first, as everywhere; one who is gone is told
-- by the foreign key.
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
--> statement-breakpoint
-- Takes idempotency keys, after their owners and before any app, in one order; waits for whoever has one. Returns the
-- places of those that were free; the others were used before, or stand at an earlier place too.
CREATE FUNCTION claim_keys(
  owners uuid[], key_hashes text[], request_hashes text[], ats timestamptz[], kept interval
) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  claimed integer[];
BEGIN
  WITH asked AS (
    SELECT DISTINCT ON (owner, key) owner, key, request, at, no::integer AS n
      FROM unnest(owners, key_hashes, request_hashes, ats) WITH ORDINALITY AS given (owner, key, request, at, no)
      WHERE owner IS NOT NULL AND key IS NOT NULL ORDER BY owner, key, no
  ), taken AS (
    INSERT INTO idempotency_keys AS known (user_id, key_hash, request_hash, created_at)
      SELECT owner, key, request, at FROM asked ORDER BY owner, key
      ON CONFLICT (user_id, key_hash) DO UPDATE
        SET request_hash = excluded.request_hash, status = NULL, response = NULL, created_at = excluded.created_at
        WHERE known.created_at <= excluded.created_at - kept
      RETURNING user_id, key_hash
  )
  SELECT coalesce(array_agg(n), '{}') INTO claimed
    FROM asked JOIN taken ON taken.user_id = asked.owner AND taken.key_hash = asked.key;
  RETURN claimed;
END $$;
--> statement-breakpoint
-- Votes that arrive together, one after the other. A row for each that was dealt with, without numbers where there is no
-- such approved app; none for those whose app or voter is held elsewhere, or whose voter is gone. One with a key that was
-- used before gets what was answered then, or is told that the key stands for something else; one that is refused, or
-- left out, leaves its key free.
CREATE FUNCTION set_votes(
  new_ids uuid[], voters uuid[], voted_apps uuid[],
  after_nones vote_type[], after_ups vote_type[], after_downs vote_type[], ats timestamptz[],
  key_hashes text[], request_hashes text[], keys_kept interval, waits boolean
) RETURNS TABLE (
  place integer, vote_after vote_type, upvotes_after integer, downvotes_after integer, is_key_reused boolean
) LANGUAGE plpgsql AS $$
DECLARE
  held_voters uuid[] := hold_users(voters, waits);
  held_apps uuid[];
  claimed integer[] := '{}';
  answered json;
BEGIN
  IF cardinality(array_remove(key_hashes, NULL)) > 0 THEN
    claimed := claim_keys(
      -- What will be refused writes nothing.
      ARRAY(SELECT CASE WHEN voter = ANY (held_voters)
          AND EXISTS (SELECT FROM apps WHERE id = app AND status = 'approved') THEN voter END
        FROM unnest(voters, voted_apps) WITH ORDINALITY AS given (voter, app, no) ORDER BY no),
      key_hashes, request_hashes, ats, keys_kept);
  END IF;
  held_apps := hold_apps(voted_apps, waits);
  FOR n IN 1 .. cardinality(new_ids) LOOP
    CONTINUE WHEN voters[n] <> ALL (held_voters);
    place := n;
    vote_after := NULL;
    upvotes_after := NULL;
    downvotes_after := NULL;
    is_key_reused := false;
    IF key_hashes[n] IS NOT NULL AND n <> ALL (claimed) THEN
      SELECT request_hash <> request_hashes[n], CASE WHEN request_hash = request_hashes[n] THEN response::json END
        INTO is_key_reused, answered
        FROM idempotency_keys
        WHERE user_id = voters[n] AND key_hash = key_hashes[n] AND created_at > ats[n] - keys_kept;
      IF FOUND THEN
        vote_after := answered #>> '{userVote,voteType}';
        upvotes_after := answered ->> 'upvotes';
        downvotes_after := answered ->> 'downvotes';
      ELSE
        CONTINUE WHEN NOT waits AND EXISTS (SELECT FROM apps WHERE id = voted_apps[n] AND status = 'approved');
        is_key_reused := false;
      END IF;
    ELSIF voted_apps[n] = ANY (held_apps) THEN
      vote_after := change_vote(
        new_ids[n], voters[n], voted_apps[n], after_nones[n], after_ups[n], after_downs[n], ats[n]);
      SELECT upvotes, downvotes INTO upvotes_after, downvotes_after FROM apps WHERE id = voted_apps[n];
      IF key_hashes[n] IS NOT NULL THEN
        UPDATE idempotency_keys
          SET status = 200, response = json_build_object(
            'userVote', CASE WHEN vote_after IS NOT NULL THEN json_build_object('voteType', vote_after) END,
            'upvotes', upvotes_after, 'downvotes', downvotes_after)
          WHERE user_id = voters[n] AND key_hash = key_hashes[n];
      END IF;
    ELSE
      IF key_hashes[n] IS NOT NULL THEN
        DELETE FROM idempotency_keys WHERE user_id = voters[n] AND key_hash = key_hashes[n];
      END IF;
      CONTINUE WHEN NOT waits AND EXISTS (SELECT FROM apps WHERE id = voted_apps[n] AND status = 'approved');
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Interactions that arrive together, or one alone. They mark their apps as seen; a view counts into the app's views where
-- the last one that counted is `view_window` old, of several by one person on one app the first of which that is so.
-- A row for each that was dealt with, null where there is no such approved app, else whether it counted; none as above.
-- An app that is viewed is locked as by a vote, others so that they stay.
CREATE FUNCTION record_interactions_together(
  new_ids uuid[], actors uuid[], met_apps uuid[], kinds interaction_type[], durations_ms integer[], ats timestamptz[],
  view_window interval, waits boolean
) RETURNS TABLE (place integer, is_counted boolean) LANGUAGE plpgsql AS $$
DECLARE
  held_actors uuid[] := hold_users(actors, waits);
  viewed uuid[] := ARRAY(SELECT app FROM unnest(met_apps, kinds) AS met (app, kind) WHERE kind = 'view');
  held_apps uuid[] := '{}';
  places integer[];
  counted integer[] := '{}';
BEGIN
  IF cardinality(viewed) > 0 THEN
    held_apps := hold_apps(viewed, waits);
  END IF;
  IF cardinality(viewed) < cardinality(met_apps) THEN
    IF waits THEN
      held_apps := held_apps || ARRAY(SELECT id FROM apps
        WHERE id = ANY (met_apps) AND id <> ALL (viewed) AND status = 'approved' ORDER BY id FOR KEY SHARE);
    ELSE
      held_apps := held_apps || ARRAY(SELECT id FROM apps
        WHERE id = ANY (met_apps) AND id <> ALL (viewed) AND status = 'approved' FOR KEY SHARE SKIP LOCKED);
    END IF;
  END IF;
  places := ARRAY(SELECT no::integer FROM unnest(actors, met_apps) WITH ORDINALITY AS met (actor, app, no)
    WHERE actor = ANY (held_actors) AND app = ANY (held_apps));

  INSERT INTO seen_apps AS seen (user_id, app_id, last_viewed_at)
    SELECT actors[n], met_apps[n], max(ats[n]) FROM unnest(places) AS n GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (user_id, app_id)
    DO UPDATE SET last_viewed_at = greatest(seen.last_viewed_at, excluded.last_viewed_at);
  IF cardinality(viewed) > 0 THEN
    WITH counting AS (
      UPDATE seen_apps SET view_counted_at = first.at
        FROM (
          SELECT DISTINCT ON (user_id, app_id) user_id, app_id, n, ats[n] AS at
            FROM unnest(places) AS n JOIN seen_apps ON user_id = actors[n] AND app_id = met_apps[n]
            WHERE kinds[n] = 'view' AND (view_counted_at IS NULL OR view_counted_at <= ats[n] - view_window)
            ORDER BY user_id, app_id, n
        ) AS first
        WHERE seen_apps.user_id = first.user_id AND seen_apps.app_id = first.app_id
        RETURNING first.n
    )
    SELECT coalesce(array_agg(n), '{}') INTO counted FROM counting;
    UPDATE apps SET views = views + grown.by_views
      FROM (SELECT met_apps[n] AS id, count(*) AS by_views FROM unnest(counted) AS n GROUP BY 1) AS grown
      WHERE apps.id = grown.id;
  END IF;
  INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT new_ids[n], actors[n], met_apps[n], kinds[n], durations_ms[n], ats[n] FROM unnest(places) AS n;
  RETURN QUERY
    SELECT n, n = ANY (counted) FROM unnest(places) AS n
    UNION ALL
    SELECT no::integer, NULL::boolean FROM unnest(met_apps) WITH ORDINALITY AS met (app, no)
      WHERE app <> ALL (held_apps) AND (waits OR NOT EXISTS (SELECT FROM apps WHERE id = app AND status = 'approved'));
END $$;
--> statement-breakpoint
DROP FUNCTION record_interaction;
--> statement-breakpoint
-- As before, and the counts are locked in the order of their users.
CREATE OR REPLACE FUNCTION uncount_seen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM seen_counts;
    UPDATE feed_state SET epoch = epoch + 1;
    RETURN NULL;
  END IF;
  PERFORM FROM seen_counts WHERE user_id IN (SELECT user_id FROM gone_seen) ORDER BY user_id FOR NO KEY UPDATE;
  UPDATE seen_counts SET seen = seen_counts.seen - gone.seen
    FROM (SELECT user_id, count(*) AS seen FROM gone_seen GROUP BY user_id) AS gone
    WHERE seen_counts.user_id = gone.user_id;
  DELETE FROM feed_frontiers WHERE user_id IN (SELECT user_id FROM gone_seen);
  RETURN NULL;
END $$;
