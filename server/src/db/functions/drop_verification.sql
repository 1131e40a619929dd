-- The mark of a verified maker was earned on a host: it goes with it, whoever changes the address, and what was found on
-- the old host says nothing of the new one. Addresses are stored normalised, so their host reads in one way.
CREATE OR REPLACE FUNCTION drop_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF substring(NEW.url FROM '^[a-z]+://([^/?#]+)') = substring(OLD.url FROM '^[a-z]+://([^/?#]+)') THEN
    RETURN NEW;
  END IF;
  UPDATE app_verifications SET checked_at = NULL, finding = NULL, proved_at = NULL, missing_since = NULL
    WHERE app_id = NEW.id;
  IF OLD.verified_at IS NOT NULL THEN
    NEW.verified_at := NULL;
    INSERT INTO audit_log (id, action, target_id, before, after, created_at)
      VALUES (gen_random_uuid(), 'app.verification_lost', NEW.id, '{"isVerified": true}',
        '{"isVerified": false, "cause": "Its address moved to another host"}', NEW.updated_at);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_drop_verification BEFORE UPDATE OF url ON apps
  FOR EACH ROW EXECUTE FUNCTION drop_verification();
