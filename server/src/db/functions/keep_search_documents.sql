-- Returns the lexemes of an app. The table search_documents lists their kinds.
CREATE OR REPLACE FUNCTION app_lexemes(app apps) RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
DECLARE
  title_words text[] := split_words(app.title);
  -- Without "www" and the top-level domain, which do not describe the app.
  host text := regexp_replace(substring(app.url FROM '://([^/:]+)'), '^www\.|\.[^.]*$', '', 'g');
BEGIN
  RETURN array_to_tsvector(
    title_words || split_words(concat_ws(' ', app.description, app.category, array_to_string(app.tags, ' '), host))
    || ARRAY(SELECT '=' || word FROM unnest(title_words) AS word)
    || left('==' || array_to_string(query_words(app.title), ' '), 200)
    || CASE WHEN app.approval_no IS NULL THEN '{}' ELSE ARRAY['#' || app.approval_no / 4096] END);
END $$;

-- Returns the words of a maker's public names. A first name with an email address is left out. A suspended maker has no words.
CREATE OR REPLACE FUNCTION maker_lexemes(maker_id uuid) RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(
    (SELECT array_to_tsvector(
        split_words(CASE WHEN first_name ~ '\S@\S' THEN '' ELSE coalesce(first_name, '') END)
        || split_words(coalesce(name, '')) || split_words(coalesce(handle, '')))
      FROM users LEFT JOIN maker_pages ON maker_pages.user_id = users.id
      WHERE users.id = maker_id AND suspended_at IS NULL),
    '');
END $$;

-- Writes the document of an app, and adds new words of its title, category and tags to known_words. UPDATE OF: votes do not run it. An update keeps
-- the maker's words and the score, which other triggers write. Otherwise it could overwrite what they write at the same time.
-- One generic plan: planning for each app would take longer than the work.
CREATE OR REPLACE FUNCTION keep_search_document() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  is_approved boolean := NEW.status = 'approved';
  is_stored boolean := false;
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A concurrent change of the maker's names waits for this lock, and then updates the new document.
    PERFORM FROM users WHERE id = NEW.submitted_by FOR SHARE;
  ELSIF (NEW.title, NEW.description, NEW.url, NEW.category, NEW.tags, NEW.submitted_by)
      IS NOT DISTINCT FROM (OLD.title, OLD.description, OLD.url, OLD.category, OLD.tags, OLD.submitted_by) THEN
    -- Splitting the texts again would cost as much as the rest of a decision.
    UPDATE search_documents SET approval_no = CASE WHEN is_approved THEN NEW.approval_no END,
        words = CASE WHEN is_approved
          THEN ts_delete(words, coalesce('#' || OLD.approval_no / 4096, '')) || array_to_tsvector(ARRAY['#' || NEW.approval_no / 4096])
          ELSE words END
      WHERE app_id = NEW.id AND rules = split_rules();
    is_stored := FOUND;
  END IF;
  IF NOT is_stored THEN
    INSERT INTO search_documents AS known (app_id, approval_no, words, maker_words, rules)
      VALUES (NEW.id, CASE WHEN is_approved THEN NEW.approval_no END, app_lexemes(NEW), maker_lexemes(NEW.submitted_by), split_rules())
      ON CONFLICT (app_id) DO UPDATE SET approval_no = excluded.approval_no, words = excluded.words, rules = excluded.rules,
        maker_words = CASE WHEN NEW.submitted_by IS NULL THEN '' ELSE known.maker_words END;
  END IF;
  -- A word with 0 apps is added again, because the job that counts words may be deleting it.
  IF is_approved THEN
    INSERT INTO known_words (word, apps, typo_keys)
      SELECT word, 1, coalesce(typo_keys(word), '{}') FROM (SELECT DISTINCT unnest(
        split_words(concat_ws(' ', NEW.title, NEW.category, array_to_string(NEW.tags, ' ')))) AS word) AS named
      WHERE NOT EXISTS (SELECT FROM known_words AS known WHERE known.word = named.word AND apps > 0);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER apps_keep_search_document AFTER INSERT ON apps
  FOR EACH ROW EXECUTE FUNCTION keep_search_document();

-- A rejection of a waiting app changes nothing that search reads.
CREATE OR REPLACE TRIGGER apps_keep_search_document_update
  AFTER UPDATE OF title, description, url, category, tags, status, submitted_by ON apps
  FOR EACH ROW WHEN ((OLD.title, OLD.description, OLD.url, OLD.category, OLD.tags, OLD.submitted_by, OLD.status = 'approved')
    IS DISTINCT FROM (NEW.title, NEW.description, NEW.url, NEW.category, NEW.tags, NEW.submitted_by, NEW.status = 'approved'))
  EXECUTE FUNCTION keep_search_document();

CREATE OR REPLACE FUNCTION keep_maker_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  maker_id uuid;
BEGIN
  IF TG_TABLE_NAME = 'users' THEN maker_id := NEW.id;
  ELSIF TG_OP = 'DELETE' THEN maker_id := OLD.user_id;
  ELSE maker_id := NEW.user_id;
  END IF;
  UPDATE search_documents SET maker_words = maker_lexemes(maker_id)
    WHERE app_id IN (SELECT id FROM apps WHERE submitted_by = maker_id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_keep_maker_words AFTER UPDATE OF first_name, handle, suspended_at ON users
  FOR EACH ROW WHEN ((OLD.first_name, OLD.handle, OLD.suspended_at) IS DISTINCT FROM (NEW.first_name, NEW.handle, NEW.suspended_at))
  EXECUTE FUNCTION keep_maker_words();

CREATE OR REPLACE TRIGGER maker_pages_keep_maker_words AFTER INSERT OR UPDATE OF name OR DELETE ON maker_pages
  FOR EACH ROW EXECUTE FUNCTION keep_maker_words();

CREATE OR REPLACE FUNCTION keep_search_trending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE search_documents SET trending = 0, marks = '' FROM changed WHERE search_documents.app_id = changed.app_id;
  ELSE
    UPDATE search_documents SET trending = changed.score, marks = '#trending' FROM changed
      WHERE search_documents.app_id = changed.app_id;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER trending_scores_insert_search AFTER INSERT ON trending_scores
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_trending();
CREATE OR REPLACE TRIGGER trending_scores_update_search AFTER UPDATE ON trending_scores
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_trending();
CREATE OR REPLACE TRIGGER trending_scores_delete_search AFTER DELETE ON trending_scores
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_search_trending();
