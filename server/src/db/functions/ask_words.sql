-- Returns the first eight different words of a query. `completions` are the most frequent known words that begin with the last
-- word. They are read only if a letter typed after the query would continue that word. `similar_words` are corrections to choose
-- from for an unknown word: pairs of a known word and its number of apps.
CREATE OR REPLACE FUNCTION ask_words(query text)
  RETURNS TABLE (word text, is_known boolean, completions text[], similar_words jsonb) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  asked text[] := split_words(query);
  is_typed boolean := cardinality(asked) = cardinality(split_words(query || 'a'));
  keys text[];
BEGIN
  FOR word IN SELECT listed.word FROM unnest(asked) WITH ORDINALITY AS listed (word, place)
    GROUP BY listed.word ORDER BY min(place) LIMIT 8
  LOOP
    -- A word that occurs in one app only, and not in its title, is not in known_words.
    is_known := EXISTS (SELECT FROM known_words AS known WHERE known.word = ask_words.word AND apps > 0)
      OR EXISTS (SELECT FROM search_documents
        WHERE approval_no IS NOT NULL AND (words || maker_words || marks) @@ quote_literal(ask_words.word)::tsquery);
    completions := '{}';
    similar_words := '[]';
    IF is_typed AND word = asked[cardinality(asked)] AND length(word) >= 2 THEN
      completions := ARRAY(SELECT known.word FROM known_words AS known
        WHERE known.word > ask_words.word AND known.word < ask_words.word || U&'\+10FFFF' AND apps > 0
        GROUP BY known.word ORDER BY max(apps) DESC, known.word LIMIT 16);
    END IF;
    IF NOT is_known AND completions = '{}' AND length(word) >= 5 THEN
      keys := typo_keys(word);
      similar_words := (SELECT coalesce(jsonb_agg(jsonb_build_array(found.word, found.apps)), '[]') FROM (
        SELECT known.word, max(known.apps) AS apps FROM known_words AS known
        WHERE known.typo_keys && keys AND abs(length(known.word) - length(ask_words.word)) <= 2 AND known.apps > 0
        GROUP BY known.word) AS found);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
