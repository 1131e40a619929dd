-- Returns at most `most` other apps for each of these apps: first those with nearly the same title, the closest first, then the
-- newest of the same host, with or without `www.`. Without pg_trgm, titles are not compared.
CREATE OR REPLACE FUNCTION near_duplicates(app_ids uuid[], most integer)
  RETURNS TABLE (app_id uuid, id uuid, title varchar, url varchar, status app_status) LANGUAGE plpgsql STABLE AS $$
DECLARE
  one apps;
  near uuid[];
BEGIN
  FOR one IN SELECT * FROM apps WHERE apps.id = ANY (app_ids) LOOP
    near := '{}';
    IF to_regprocedure('similarity(text, text)') IS NOT NULL THEN
      -- One of the trigrams of a common title finds thousands of apps; no more than 100 are compared.
      near := ARRAY(
        SELECT words.app_id
          FROM (SELECT * FROM app_search_texts WHERE text %> lower(one.title) LIMIT 100) AS words
          WHERE words.app_id <> one.id AND similarity(split_part(words.text, E'\n', 1), lower(one.title)) >= 0.6
          ORDER BY similarity(split_part(words.text, E'\n', 1), lower(one.title)) DESC, words.app_id DESC LIMIT most);
    END IF;
    near := near || ARRAY(
      SELECT host.app_id FROM app_hosts AS host
        WHERE host.host_key IN (host_key('https://' || one.url_key), host_key('https://www.' || one.url_key))
          AND NOT host.is_landing AND host.app_id <> one.id
        ORDER BY host.app_id DESC LIMIT most);
    RETURN QUERY SELECT one.id, apps.id, apps.title, apps.url, apps.status FROM apps
      WHERE apps.id = ANY (near) ORDER BY array_position(near, apps.id) LIMIT most;
  END LOOP;
END $$;
