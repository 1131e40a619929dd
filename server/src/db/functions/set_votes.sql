-- Votes that arrive together, one after the other. A row for each that was dealt with, without numbers where there is no
-- such approved app; none for those whose app or voter is held elsewhere, or whose voter is gone. One with a key that was
-- used before gets what was answered then, or is told that the key stands for something else; one that is refused, or
-- left out, leaves its key free.
CREATE OR REPLACE FUNCTION set_votes(
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
