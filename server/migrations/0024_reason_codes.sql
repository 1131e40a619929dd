-- works from 0.2.0
-- Nodes of 0.1.0 store sentences and must not run beside this schema.

-- Sentences of 0.1.0 become codes. Any other text is kept under the code "other".
CREATE FUNCTION frame_reason_of(sentence text) RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE
    WHEN plain.code IS NOT NULL THEN jsonb_build_object('code', plain.code)
    WHEN sentence ~ '^It answers with status \d{3}$'
      THEN jsonb_build_object('code', 'bad_status', 'status', right(sentence, 3)::int)
    WHEN sentence ~ '^The page is empty \(status \d{3}\)$'
      THEN jsonb_build_object('code', 'no_content', 'status', substring(sentence from '\d{3}')::int)
    WHEN sentence ~ '^The page is a download \(type \S+\)$'
      THEN jsonb_build_object('code', 'download', 'type', nullif(substring(sentence from '\(type (.*)\)$'), 'unknown'))
    WHEN sentence ~ '^X-Frame-Options: (deny|sameorigin)$'
      THEN jsonb_build_object('code', 'frame_options', 'value', split_part(sentence, ': ', 2))
    WHEN sentence ~ '^Content-Security-Policy: frame-ancestors '
      THEN jsonb_build_object('code', 'frame_ancestors', 'sources',
        to_jsonb(string_to_array(substring(sentence from '^Content-Security-Policy: frame-ancestors (.*)$'), ' ')))
    WHEN sentence ~ '^Its host is blocked here \(\S+\)$'
      THEN jsonb_build_object('code', 'host_blocked', 'host', substring(sentence from '\((.*)\)$'))
    WHEN sentence ~ '^It leads to a host that is blocked here \(\S+\)$'
      THEN jsonb_build_object('code', 'landing_blocked', 'host', substring(sentence from '\((.*)\)$'))
    ELSE jsonb_build_object('code', 'other', 'text', sentence) END
  FROM (SELECT CASE sentence
    WHEN 'It leads to an address that is not http or https' THEN 'not_http'
    WHEN 'It leads to an address with a user name or password' THEN 'has_credentials'
    WHEN 'It leads to a port other than 80 and 443' THEN 'port_refused'
    WHEN 'Its address is not public' THEN 'not_public'
    WHEN 'Its name is not known' THEN 'name_not_found'
    WHEN 'Nobody answers at its address' THEN 'connection_failed'
    WHEN 'Its certificate is not valid' THEN 'bad_tls'
    WHEN 'It does not answer as a web page does' THEN 'bad_response'
    WHEN 'It leads to an address that cannot be read' THEN 'bad_redirect'
    WHEN 'It leads from address to address without end' THEN 'too_many_redirects'
    WHEN 'It does not answer in time' THEN 'timed_out'
    WHEN 'It leads to this site' THEN 'own_site'
    WHEN 'The page is not on https' THEN 'not_https'
    WHEN 'It answers as a proxy does (status 407)' THEN 'proxy_authentication'
    WHEN 'Content-Disposition says several things at once' THEN 'disposition_conflict'
    WHEN 'The page is a download' THEN 'attachment'
    WHEN 'X-Frame-Options says several things at once' THEN 'frame_options_conflict'
  END AS code) AS plain
$$;

ALTER TABLE "frame_changes" ALTER COLUMN "frame_reason" SET DATA TYPE jsonb USING frame_reason_of("frame_reason");
ALTER TABLE "apps" ALTER COLUMN "frame_reason" SET DATA TYPE jsonb USING frame_reason_of("frame_reason");
DROP FUNCTION frame_reason_of;

UPDATE "audit_log" SET "after" = jsonb_set("after", '{cause}', CASE
    WHEN cause = 'Its address has changed' THEN jsonb_build_object('code', 'moved')
    WHEN cause ~ '^Neither the page nor the file on \S+ has the token any more$'
      THEN jsonb_build_object('code', 'missing', 'host', substring(cause from ' on (\S+) has '))
    WHEN cause ~ '^\S+ leads to another host$'
      THEN jsonb_build_object('code', 'other_host', 'host', split_part(cause, ' ', 1))
    WHEN cause ~ '^Nobody could be reached at \S+ for seven days$'
      THEN jsonb_build_object('code', 'unreachable', 'host', substring(cause from ' at (\S+) for '))
    ELSE jsonb_build_object('code', 'other', 'text', cause) END)
  FROM (SELECT "id" AS lost_id, "after" ->> 'cause' AS cause FROM "audit_log"
    WHERE "action" = 'app.verification_lost' AND jsonb_typeof("after" -> 'cause') = 'string') AS lost
  WHERE "id" = lost_id;
