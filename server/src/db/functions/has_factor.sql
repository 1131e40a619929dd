-- An authenticator app counts only if the present secret key can decrypt it.
CREATE OR REPLACE FUNCTION has_factor(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM passkeys WHERE user_id = account)
    OR EXISTS (
      SELECT FROM totp_secrets JOIN secret_key_mark ON secret_key_mark.mark = totp_secrets.key_mark
      WHERE totp_secrets.user_id = account
    )
$$;
