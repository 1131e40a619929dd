-- Returns the labels of the host in reverse order, each followed by a dot, like `hostKeyOf`.
CREATE OR REPLACE FUNCTION host_key(url text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(string_agg(label, '.' ORDER BY place DESC), '') || '.'
    FROM string_to_table(lower(substring(url FROM '^https?://(\[[^\]]*\]|[^/:?#]*)')), '.')
      WITH ORDINALITY AS labels (label, place)
$$;
