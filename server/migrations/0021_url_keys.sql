ALTER TABLE "apps" ADD COLUMN "url_key" text DEFAULT '' NOT NULL;
ALTER TABLE "waiting_urls" ADD COLUMN "url_key" text DEFAULT '' NOT NULL;

-- As functions/url_key.sql has it, which is run after this.
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

-- Of addresses that are one app, the oldest keeps the key. A '#', which no key contains, makes the others unique.
UPDATE "apps" SET "url_key" = "key" || CASE "place" WHEN 1 THEN '' ELSE '#' || "apps"."id" END
  FROM (SELECT "id", "key", row_number() OVER (PARTITION BY "key" ORDER BY "created_at", "id") AS "place"
    FROM (SELECT "id", "created_at", url_key("url") AS "key" FROM "apps") AS "keyed") AS "placed"
  WHERE "placed"."id" = "apps"."id";
UPDATE "waiting_urls" SET "url_key" = "key" || CASE "place" WHEN 1 THEN '' ELSE '#' || "waiting_urls"."app_id" END
  FROM (SELECT "app_id", "key", row_number() OVER (PARTITION BY "key" ORDER BY "created_at", "app_id") AS "place"
    FROM (SELECT "app_id", "created_at", url_key("url") AS "key" FROM "waiting_urls") AS "keyed") AS "placed"
  WHERE "placed"."app_id" = "waiting_urls"."app_id";

CREATE UNIQUE INDEX "apps_duplicate_key" ON "apps" USING btree ("url_key");
CREATE UNIQUE INDEX "waiting_urls_duplicate_key" ON "waiting_urls" USING btree ("url_key");
