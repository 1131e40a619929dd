-- The lock serialises concurrent removals. VOLATILE: the query then sees what the earlier one committed.
CREATE OR REPLACE FUNCTION keep_last_admin() RETURNS trigger LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(7206117);
  IF NOT EXISTS (SELECT FROM users WHERE is_admin AND suspended_at IS NULL AND id <> OLD.id) THEN
    RAISE EXCEPTION 'the last admin cannot go' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_admin';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;

CREATE OR REPLACE TRIGGER users_keep_last_admin_update BEFORE UPDATE OF role, given_role, claimed_role, is_admin, suspended_at
  ON users
  FOR EACH ROW WHEN (OLD.is_admin AND (NOT NEW.is_admin OR NEW.suspended_at IS NOT NULL AND OLD.suspended_at IS NULL))
  EXECUTE FUNCTION keep_last_admin();

CREATE OR REPLACE TRIGGER users_keep_last_admin_delete BEFORE DELETE ON users
  FOR EACH ROW WHEN (OLD.is_admin) EXECUTE FUNCTION keep_last_admin();
