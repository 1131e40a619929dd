-- A link proves access to the address it was sent to, and not to a later one.
CREATE OR REPLACE FUNCTION revoke_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM account_tokens WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_revoke_tokens AFTER UPDATE OF email ON users
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION revoke_tokens();
