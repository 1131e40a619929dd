-- Returns true if the document of an app matches. Searched lists use it, except the history; search_apps ranks the matches.
CREATE OR REPLACE FUNCTION has_words(id uuid, asked tsquery) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM search_documents AS documents WHERE documents.app_id = has_words.id
    AND documents.words || documents.maker_words @@ asked)
$$;

-- Returns the rows of the `most` best matches by (trending, approval), the best first. Matches with a score in `trending` come first. The
-- others are read from the newest approval to the oldest, some blocks of 4,096 approvals at a time, until `most` are found. The
-- density of the matches so far decides how many blocks to read next, or that the rest has few matches and is read at once.
CREATE OR REPLACE FUNCTION find_best_rows(asked tsquery, most integer)
  RETURNS TABLE (place tid, no bigint, score double precision) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  newest bigint := (SELECT last_value / 4096 FROM app_approvals);
  -- The newest block that has not been read.
  block bigint := newest;
  -- Number of blocks to read next.
  span bigint := 2;
  found integer;
  found_in_blocks integer := 0;
  added integer;
  wanted tsquery;
BEGIN
  RETURN QUERY SELECT ctid, approval_no, trending FROM search_documents
    WHERE approval_no IS NOT NULL AND (words || maker_words || marks) @@ (asked && '#trending')
    ORDER BY trending DESC, approval_no DESC LIMIT most;
  GET DIAGNOSTICS found = ROW_COUNT;
  WHILE found < most AND block >= 0 LOOP
    -- With the same density, the rest has at most 8 * most matches. Reading these at once costs less than looking into many blocks.
    IF newest - block >= 4 AND found_in_blocks * (block + 1) <= 8 * most * (newest - block) THEN
      span := block + 1;
      wanted := asked;
    ELSE
      wanted := asked && (SELECT string_agg('#' || one, '|')::tsquery
        FROM generate_series(greatest(block - span + 1, 0), block) AS one);
    END IF;
    RETURN QUERY SELECT ctid, approval_no, trending FROM search_documents
      WHERE approval_no IS NOT NULL AND (words || maker_words || marks) @@ wanted
        AND trending = 0 AND approval_no < (block + 1) * 4096
      ORDER BY approval_no DESC LIMIT most - found;
    GET DIAGNOSTICS added = ROW_COUNT;
    found := found + added;
    found_in_blocks := found_in_blocks + added;
    block := block - span;
    span := CASE WHEN found_in_blocks = 0 THEN span * 2
      ELSE least(span * 4, (most - found) * (newest - block) / found_in_blocks + 1) END;
  END LOOP;
END $$;

-- Returns at most `most` apps that match a query, unordered. If more match, those that match an earlier query of `tiers` are
-- kept. `asked` is an AskedQuery (features/search/asked-query.ts).
CREATE OR REPLACE FUNCTION search_apps(asked jsonb, most integer)
  RETURNS TABLE (app_id uuid, title_match integer, matched integer, typos integer, trending double precision, approval_no bigint)
  LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  tier text;
  whole tsquery := asked ->> 'whole';
  -- Places of rows. They are valid until the function ends, because all its statements read one snapshot.
  best tid[] := ARRAY(SELECT place FROM find_best_rows((asked ->> 'any')::tsquery, most));
  taken tid[] := '{}';
BEGIN
  IF cardinality(best) = most THEN
    FOR tier IN SELECT jsonb_array_elements_text(asked -> 'tiers') LOOP
      taken := taken || ARRAY(SELECT place FROM find_best_rows(tier::tsquery, most)
        WHERE place NOT IN (SELECT unnest(taken)) ORDER BY score DESC, no DESC LIMIT most - cardinality(taken));
      EXIT WHEN cardinality(taken) = most;
    END LOOP;
  END IF;
  -- The best matches are in order.
  taken := taken || ARRAY(SELECT place FROM unnest(best) WITH ORDINALITY AS one (place, n)
    WHERE place NOT IN (SELECT unnest(taken)) ORDER BY n LIMIT most - cardinality(taken));
  RETURN QUERY
    WITH asked_words AS MATERIALIZED (
      SELECT (word ->> 'title')::tsquery AS title, (word ->> 'any')::tsquery AS any_of,
        (word ->> 'exact')::tsquery AS exact, (word ->> 'near')::tsquery AS near
      FROM jsonb_array_elements(asked -> 'words') AS word
    )
    SELECT documents.app_id, rated.title_words + (documents.words @@ whole)::int, rated.words, rated.typos,
      documents.trending, documents.approval_no
    FROM search_documents AS documents CROSS JOIN LATERAL (
      SELECT (count(*) FILTER (WHERE in_title))::int AS title_words, count(found.typos)::int AS words,
        coalesce(sum(found.typos), 0)::int AS typos
      FROM (
        -- Null for a word that the app does not have.
        SELECT documents.words @@ title AS in_title,
          CASE WHEN documents.words @@ exact OR maker_words @@ exact THEN 0
            WHEN documents.words @@ near OR maker_words @@ near THEN 1
            WHEN documents.words @@ any_of OR maker_words @@ any_of THEN 2 END AS typos
        FROM asked_words OFFSET 0
      ) AS found
    ) AS rated
    WHERE documents.ctid = ANY (taken);
END $$;
