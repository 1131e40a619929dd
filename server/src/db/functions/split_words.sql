-- Returns the words of a text in their order, in lower case and without accents, cut after 30 letters. Apostrophes are removed.
-- Other punctuation and symbols separate words. A text in a script without spaces, such as Japanese, is one long word.
CREATE OR REPLACE FUNCTION split_words(source text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT coalesce(array_agg(left(word, 30)) FILTER (WHERE word <> ''), '{}')
  FROM regexp_split_to_table(
    normalize(
      translate(
        replace(replace(replace(
          lower(regexp_replace(
            normalize(source, NFKD),
            '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff''\u2019\u02bc]',
            '', 'g')),
          U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'),
        U&'\00f8\0142\0111\0131\03c2', U&'old' || U&'i\03c3'),
      NFKC),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u0589\u05be\u060c\u061b\u061f\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff]+'
  ) AS word
);

-- Returns the keys by which misspelt words are found. Two words share a key if they differ by one typo, or by two if both have
-- seven letters or more. The keys are the first seven letters, and the same with any letter left out, or any two of seven.
-- Returns null for fewer than four letters: such words are not corrected.
CREATE OR REPLACE FUNCTION typo_keys(word text) RETURNS text[]
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  WITH start AS (SELECT left(word, 7) AS text, length(left(word, 7)) AS size)
  SELECT array_agg(DISTINCT key) FROM (
    SELECT text FROM start WHERE size >= 4
    UNION ALL
    SELECT overlay(text PLACING '' FROM one FOR 1) FROM start, generate_series(1, size) AS one WHERE size >= 4
    UNION ALL
    SELECT overlay(overlay(text PLACING '' FROM two FOR 1) PLACING '' FROM one FOR 1)
    FROM start, generate_series(1, size) AS one, generate_series(one + 1, size) AS two WHERE size >= 7
  ) AS keys (key)
);
