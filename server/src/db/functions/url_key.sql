-- Returns the key by which the duplicate check compares addresses. It ignores scheme, default port, `www.`, trailing slashes,
-- fragment, tracking parameters, empty parameters and needless percent-encoding. Expects a normalised URL. A key never
-- contains '#'. `ref` counts: some pages choose their content by it.
-- Keys are stored, so a change here needs a migration that computes them again.
CREATE OR REPLACE FUNCTION url_key(url text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  address text := regexp_replace(split_part(url, '#', 1), '^https?://', '');
  parts text[];
  host text;
  query text;
BEGIN
  IF position('%' IN address) > 0 THEN
    SELECT string_agg(
        CASE WHEN piece !~ '^%[0-9A-Fa-f]{2}$' THEN piece
          -- The unreserved characters of RFC 3986, and those that browsers send with or without encoding.
          WHEN piece ~* '^%(2[2DE]|3[0-9CE]|4[1-9A-F]|5[0-9AEF]|6[0-9A-F]|7[0-9A-E])$'
            THEN chr(get_byte(decode(substr(piece, 2), 'hex'), 0))
          ELSE upper(piece) END, '' ORDER BY place)
      INTO address
      FROM regexp_matches(address, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') WITH ORDINALITY AS matches (match, place), unnest(match) AS piece;
  END IF;
  parts := regexp_match(address, '^([^/?]*)([^?]*)\??(.*)$');
  host := regexp_replace(lower(parts[1]), '\.*(:(80|443))?$', '');
  host := regexp_replace(host, '^(www\.)+(?=[^.]+\.)', '');
  SELECT string_agg(param, '&' ORDER BY place) INTO query
    FROM string_to_table(parts[3], '&') WITH ORDINALITY AS params (param, place)
    WHERE param <> '' AND split_part(param, '=', 1) !~*
      '^(utm_.*|fbclid|gclid|gclsrc|gbraid|wbraid|dclid|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_ga|_gl)$';
  RETURN host || rtrim(parts[2], '/') || coalesce('?' || query, '');
END $$;
