-- Which of the apps somebody has seen, as far as the calling statement sees. One walk along the key finds them all, for less
-- than as many look-ups cost. The planner, which knows neither how many they are nor how often each was seen, would
-- rather read all that this person has seen, or all who have seen these apps: unless each entry of an index costs it dear.
-- Before PostgreSQL 18 even that does not keep it from the first, and many look-ups are the lesser evil.
CREATE OR REPLACE FUNCTION seen_among(viewer uuid, ids uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET cpu_index_tuple_cost = 1000 AS $$
BEGIN
  IF current_setting('server_version_num')::int >= 180000 THEN
    RETURN ARRAY(SELECT app_id FROM seen_apps WHERE user_id = viewer AND app_id = ANY (ids));
  END IF;
  RETURN ARRAY(SELECT asked.id FROM unnest(ids) AS asked (id)
    WHERE (SELECT true FROM seen_apps WHERE user_id = viewer AND app_id = asked.id));
END $$;
