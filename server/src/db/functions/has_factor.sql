CREATE OR REPLACE FUNCTION has_factor(account uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM passkeys WHERE user_id = account)
$$;
