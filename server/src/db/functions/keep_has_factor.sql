-- Every request reads whether the account has a factor, with the user.
CREATE OR REPLACE FUNCTION keep_has_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET has_factor = has_factor(id) WHERE id = COALESCE(NEW.user_id, OLD.user_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER passkeys_keep_has_factor AFTER INSERT OR DELETE ON passkeys
  FOR EACH ROW EXECUTE FUNCTION keep_has_factor();

CREATE OR REPLACE TRIGGER totp_secrets_keep_has_factor AFTER INSERT OR DELETE ON totp_secrets
  FOR EACH ROW EXECUTE FUNCTION keep_has_factor();
