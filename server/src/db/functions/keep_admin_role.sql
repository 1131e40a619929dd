-- Version 0.2 writes only is_admin, later versions write only the role. Runs before users_keep_last_admin_update, which reads
-- is_admin: PostgreSQL runs triggers in the order of their names.
CREATE OR REPLACE FUNCTION keep_admin_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.role = OLD.role AND NEW.is_admin <> OLD.is_admin THEN
      NEW.role := CASE WHEN NEW.is_admin THEN 'admin' ELSE 'member' END;
    END IF;
  ELSIF NEW.is_admin THEN
    NEW.role := 'admin';
  END IF;
  NEW.is_admin := NEW.role = 'admin';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER users_keep_admin_role_insert BEFORE INSERT ON users
  FOR EACH ROW WHEN (NEW.is_admin <> (NEW.role = 'admin')) EXECUTE FUNCTION keep_admin_role();

CREATE OR REPLACE TRIGGER users_keep_admin_role_update BEFORE UPDATE OF role, is_admin ON users
  FOR EACH ROW WHEN (NEW.is_admin <> (NEW.role = 'admin')) EXECUTE FUNCTION keep_admin_role();
