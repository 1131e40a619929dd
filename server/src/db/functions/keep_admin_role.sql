-- Version 0.2 writes only is_admin, later versions write given_role and claimed_role. A written role counts as given. Runs before
-- users_keep_last_admin_update, which reads is_admin: PostgreSQL runs triggers in the order of their names.
CREATE OR REPLACE FUNCTION keep_admin_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.given_role := greatest(NEW.given_role, NEW.role, CASE WHEN NEW.is_admin THEN 'admin' ELSE 'member' END::user_role);
  ELSIF NEW.given_role = OLD.given_role AND NEW.claimed_role = OLD.claimed_role THEN
    IF NEW.role <> OLD.role THEN
      NEW.given_role := NEW.role;
    ELSIF NEW.is_admin <> OLD.is_admin THEN
      NEW.given_role := CASE WHEN NEW.is_admin THEN 'admin' ELSE 'member' END;
    END IF;
  END IF;
  NEW.role := greatest(NEW.given_role, NEW.claimed_role);
  NEW.is_admin := NEW.role = 'admin';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_keep_admin_role_insert BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.role <> greatest(NEW.given_role, NEW.claimed_role) OR NEW.is_admin <> (NEW.role = 'admin'))
  EXECUTE FUNCTION keep_admin_role();

CREATE OR REPLACE TRIGGER users_keep_admin_role_update BEFORE UPDATE OF role, given_role, claimed_role, is_admin ON users
  FOR EACH ROW WHEN (NEW.role <> greatest(NEW.given_role, NEW.claimed_role) OR NEW.is_admin <> (NEW.role = 'admin'))
  EXECUTE FUNCTION keep_admin_role();
