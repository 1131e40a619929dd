-- Takes idempotency keys, after their owners and before any app, in one order; waits for whoever has one. Returns the
-- places of those that were free; the others were used before, or stand at an earlier place too.
CREATE OR REPLACE FUNCTION claim_keys(
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
