CREATE OR REPLACE FUNCTION count_deleted_deck() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Before the lock on deals_counted, as in the job that drops partitions: another order could deadlock.
  LOCK TABLE ONLY deck_pages IN ROW EXCLUSIVE MODE;
  IF EXISTS (
    SELECT FROM deck_pages
    WHERE deck_id = OLD.id AND day = OLD.day AND dealt_at > (SELECT until FROM deals_counted)
  ) THEN
    PERFORM count_dealt_cards('infinity', of_deck => OLD.id);
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER decks_count_deleted BEFORE DELETE ON decks
  FOR EACH ROW EXECUTE FUNCTION count_deleted_deck();
