-- Returns what is searched for in place of a word of an unspaced script: its pairs of letters, or pairs that begin with its only letter.
CREATE OR REPLACE FUNCTION pairs_of(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN length(word) = 1 THEN word || '*'
  ELSE (SELECT string_agg(substr(word, place, 2), ' ') FROM generate_series(1, length(word) - 1) AS place) END;

-- Returns true if an approved app has these words. One word with `*` stands for all that begin with it.
CREATE OR REPLACE FUNCTION occurs(term text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  asked tsquery := CASE WHEN term LIKE '%*' THEN quote_literal(rtrim(term, '*')) || ':*'
    ELSE replace(quote_literal(term), ' ', '''&''') END;
BEGIN
  RETURN EXISTS (SELECT FROM search_documents
    WHERE approval_no IS NOT NULL AND (words || maker_words || marks) @@ asked);
END $$;

-- Returns the words of a query. A word of an unspaced script that occurs in no app is split into parts that do, the longest from the
-- left, without single letters.
CREATE OR REPLACE FUNCTION known_parts(query text) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  asked text[] := '{}';
  parts text[];
  word text;
  rest text;
  size integer;
BEGIN
  FOREACH word IN ARRAY query_words(query) LOOP
    parts := '{}';
    rest := CASE WHEN is_unspaced(word) AND NOT occurs(pairs_of(word)) THEN word ELSE '' END;
    WHILE length(rest) > 1 LOOP
      size := 1;
      WHILE size < length(rest) AND occurs(pairs_of(left(rest, size + 1))) LOOP size := size + 1; END LOOP;
      IF size > 1 THEN parts := parts || left(rest, size); END IF;
      rest := substr(rest, size + 1);
    END LOOP;
    asked := asked || CASE WHEN parts = '{}' THEN ARRAY[word] ELSE parts END;
  END LOOP;
  RETURN asked;
END $$;

-- Returns the first eight different words of a query. `completions` are searched for besides the word: pairs of letters; words that
-- begin with the last word, if a letter typed after the query would continue it; and two neighbouring words written as one. Pairs stand in one
-- text, separated by spaces. `*` stands for all words with this beginning. If 16 known words have it, only these are listed, the most
-- frequent first, because very many apps would match. `similar_words` are corrections to choose from for an unknown word: pairs of
-- a known word and its number of apps.
CREATE OR REPLACE FUNCTION ask_words(query text)
  RETURNS TABLE (word text, is_known boolean, completions text[], similar_words jsonb) LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_indexscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  asked text[] := known_parts(query);
  is_typed boolean := cardinality(query_words(query)) = cardinality(query_words(query || 'a'));
  is_begun boolean;
  joined text[];
BEGIN
  FOR word, joined IN
    SELECT listed.word, array_agg(before || listed.word) || array_agg(listed.word || behind) FROM (
      SELECT one.word, place, lag(one.word) OVER (ORDER BY place) AS before, lead(one.word) OVER (ORDER BY place) AS behind
      FROM unnest(asked) WITH ORDINALITY AS one (word, place)) AS listed
    GROUP BY listed.word ORDER BY min(place) LIMIT 8
  LOOP
    similar_words := '[]';
    is_known := is_unspaced(word);
    completions := CASE WHEN is_known THEN ARRAY[pairs_of(word)] ELSE '{}' END;
    IF NOT is_known THEN
      is_known := EXISTS (SELECT FROM known_words AS known WHERE known.word = ask_words.word AND apps > 0);
      is_begun := is_typed AND word = asked[cardinality(asked)] AND length(word) >= 2;
      IF is_begun THEN
        completions := ARRAY(SELECT known.word FROM known_words AS known
          WHERE known.word > ask_words.word AND known.word < ask_words.word || U&'\+10FFFF' AND apps > 0
          GROUP BY known.word ORDER BY max(apps) DESC, known.word LIMIT 16);
      END IF;
      IF is_begun AND cardinality(completions) < 16 AND (is_known OR completions <> '{}' OR occurs(word || '*'))
      THEN
        completions := completions[1:1] || (word || '*');
      ELSE
        -- A word that occurs in one app only, and not in its title, is not in known_words.
        is_known := is_known OR occurs(word);
      END IF;
      completions := completions || ARRAY(SELECT DISTINCT known.word FROM known_words AS known
        WHERE known.word = ANY (joined) AND apps > 0);
    END IF;
    IF NOT is_known AND completions = '{}' AND length(word) >= 5 THEN
      similar_words := (SELECT coalesce(jsonb_agg(jsonb_build_array(found.word, found.apps)), '[]') FROM (
        SELECT known.word, max(known.apps) AS apps FROM known_words AS known
        WHERE known.typo_keys && typo_keys(ask_words.word) AND abs(length(known.word) - length(ask_words.word)) <= 2
          AND known.apps > 0
        GROUP BY known.word) AS found);
    END IF;
    RETURN NEXT;
  END LOOP;
END $$;
