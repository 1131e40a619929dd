-- Version of the rules by which texts are split. After a change, increase it: a job then writes the documents of all apps again.
CREATE OR REPLACE FUNCTION split_rules() RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 1::smallint;

-- Letters of unspaced scripts, as the inside of a bracket expression: scripts without spaces between words, and Hangul.
CREATE OR REPLACE FUNCTION unspaced_letters() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u9fff\uac00-\ud7ff\U00020000-\U0003ffff';

-- Returns true if the word is of an unspaced script.
CREATE OR REPLACE FUNCTION is_unspaced(word text) RETURNS boolean LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN word ~ ('^[' || unspaced_letters() || ']');

-- Characters that separate words: punctuation, symbols and emoji, as the inside of a bracket expression.
CREATE OR REPLACE FUNCTION word_separators() RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN '\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02df\u0589\u05be\u060c\u061b\u061f\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f\u17d4-\u17db\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb\ufe10-\ufe1f\ufe30-\ufe6f\ufff0-\uffff\U0001f000-\U0001faff';

-- Returns a text in lower case, without accents, and with one form of letters and digits that have several. Apostrophes and the
-- non-joiner of Arabic scripts become `'`.
CREATE OR REPLACE FUNCTION fold_text(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN normalize(
  translate(
    replace(replace(replace(
      lower(regexp_replace(
        normalize(source, NFKD),
        '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0640\u064b-\u065f\u0670\u00ad\u200b\u200d\u2060\ufe00-\ufe0f\ufeff]',
        '', 'g')),
      U&'\00df', 'ss'), U&'\00e6', 'ae'), U&'\0153', 'oe'),
    U&'\00f8\0142\0111\0131\03c2\0671\0649\06cc\06a9\0629\2019\02bc\200c'
      || U&'\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9'
      || U&'\0966\0967\0968\0969\096a\096b\096c\096d\096e\096f\0e50\0e51\0e52\0e53\0e54\0e55\0e56\0e57\0e58\0e59',
    U&'old' || U&'i\03c3\0627\064a\064a\0643\0647' || ''''''''
      || '0123456789012345678901234567890123456789'),
  NFKC);

-- Returns the words of a folded text in their order, cut after 30 letters.
CREATE OR REPLACE FUNCTION words_of_folded(folded text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT coalesce(array_agg(left(word, 30)) FILTER (WHERE word <> ''), '{}')
  FROM regexp_split_to_table(folded, '[' || word_separators() || ']+') AS word);

-- Returns the words of a query. Apostrophes are removed. Neighbouring letters of unspaced scripts are one word.
CREATE OR REPLACE FUNCTION query_words(query text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN words_of_folded(
  regexp_replace(replace(fold_text(query), '''', ''), '([' || unspaced_letters() || ']+)', ' \1 ', 'g'));

-- Returns the words by which a text is found. Words with hyphens, dots or apostrophes inside are found by their parts and as one
-- word: "To-Do" by "to", "do" and "todo". In unspaced scripts, each pair of neighbouring letters is a word. The last letter is one
-- too. The letters before it are found as the beginning of a pair.
CREATE OR REPLACE FUNCTION split_words(source text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := fold_text(source);
  letter text := '[^' || word_separators() || ']';
  unspaced text := '[' || unspaced_letters() || ']';
  -- Words with such characters inside.
  compounds text := (SELECT string_agg(compound[1], ' ')
    FROM regexp_matches(folded, '(' || letter || '+(?:[-\u2010\u2013._/&'']' || letter || '+)+)', 'g') AS compound);
  readings text := concat_ws(' ', folded, replace(compounds, '''', ''), regexp_replace(compounds, '[-\u2010\u2013._/&'']', '', 'g'));
BEGIN
  IF folded ~ unspaced THEN
    -- Pairs from the first letter of each word on, and from the second.
    readings := readings || ' ' || regexp_replace(readings, '(?<!' || unspaced || ')' || unspaced, ' ', 'g');
    readings := regexp_replace(readings, '(' || unspaced || '{1,2})', ' \1 ', 'g');
  END IF;
  RETURN words_of_folded(readings);
END $$;

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
