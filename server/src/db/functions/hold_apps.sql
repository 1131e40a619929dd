-- The approved ones of these apps, locked for their writers alone; in the order of ids, or those that are free (see hold_users).
CREATE OR REPLACE FUNCTION hold_apps(ids uuid[], waits boolean) RETURNS uuid[] LANGUAGE plpgsql AS $$
BEGIN
  IF waits THEN
    RETURN ARRAY(SELECT id FROM apps WHERE id = ANY (ids) AND status = 'approved' ORDER BY id FOR NO KEY UPDATE);
  END IF;
  RETURN ARRAY(SELECT id FROM apps WHERE id = ANY (ids) AND status = 'approved' FOR NO KEY UPDATE SKIP LOCKED);
END $$;
