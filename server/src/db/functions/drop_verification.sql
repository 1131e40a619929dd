-- The tag proves one page, and pages of one host may belong to many makers. So a new address ends the mark.
CREATE OR REPLACE FUNCTION drop_verification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.url = OLD.url THEN
    RETURN NEW;
  END IF;
  UPDATE app_verifications SET checked_at = NULL, finding = NULL, proved_at = NULL, missing_since = NULL
    WHERE app_id = NEW.id;
  IF OLD.verified_at IS NOT NULL THEN
    NEW.verified_at := NULL;
    WITH logged AS (
      INSERT INTO audit_log (id, action, target_id, before, after, created_at)
        -- The time comes first, as in `newId`: the retention of the log reads ids in their order.
        VALUES ((lpad(to_hex(floor(extract(epoch FROM NEW.updated_at) * 1000)::bigint), 12, '0') || '7'
            || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
          'app.verification_lost', NEW.id, '{"isVerified": true}',
          '{"isVerified": false, "cause": {"code": "moved"}}', NEW.updated_at)
        RETURNING id, action, target_id, before, after, created_at
    )
    INSERT INTO app_events (id, action, app_id, before, after, created_at) SELECT * FROM logged;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER apps_drop_verification BEFORE UPDATE OF url ON apps
  FOR EACH ROW EXECUTE FUNCTION drop_verification();
