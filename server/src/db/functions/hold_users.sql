-- Writes that arrive together share a transaction, which holds what several people write. So that no two ever wait for
-- each other, everything that holds several rows takes them in one order: users by id, idempotency keys by user, apps by
-- id, seen_apps by user and app, seen_counts by user. Who does not wait gets the rows that are free, and so neither waits
-- for anybody nor holds up the others it writes for.
-- What can't be left out, such as a table that is locked as a whole or a key that another node has, it waits for a moment
-- only, and then gives up for all.
CREATE OR REPLACE FUNCTION hold_users(ids uuid[], waits boolean) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  IF waits THEN
    RETURN ARRAY(SELECT id FROM users WHERE id = ANY (ids) ORDER BY id FOR KEY SHARE);
  END IF;
  PERFORM set_config('lock_timeout', '50ms', true);
  RETURN ARRAY(SELECT id FROM users WHERE id = ANY (ids) FOR KEY SHARE SKIP LOCKED);
END $$;
