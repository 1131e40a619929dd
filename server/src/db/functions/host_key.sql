-- The labels of an address's host from the last to the first, with a dot behind each, as `hostKeyOf` has it.
CREATE OR REPLACE FUNCTION host_key(url text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(label, '.' ORDER BY place DESC), '') || '.'
    FROM string_to_table(lower(substring(url FROM '^https?://(\[[^\]]*\]|[^/:?#]*)')), '.')
      WITH ORDINALITY AS labels (label, place)
$$;
