-- works from 0.2.0
-- Nodes of 0.1.0 store the cause of a hold as text.

UPDATE "audit_log" SET "after" = jsonb_set("after", '{cause}', CASE "after" ->> 'cause'
    WHEN 'suspension' THEN jsonb_build_object('code', 'suspension')
    ELSE jsonb_build_object('code', 'other', 'text', "after" ->> 'cause') END)
  WHERE "action" = 'app.held' AND jsonb_typeof("after" -> 'cause') = 'string';
