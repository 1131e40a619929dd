-- Adds uncounted pages to deal_totals: all that were dealt until a time, those of days before `before_day`, or those of one
-- deck. Planned on each call, because the three cases use different indexes.
CREATE OR REPLACE FUNCTION count_dealt_cards(
  dealt_until timestamptz, before_day date DEFAULT NULL, of_deck uuid DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  counted timestamptz;
BEGIN
  SELECT until INTO counted FROM deals_counted FOR UPDATE;
  INSERT INTO deal_totals AS total (day, app_id, reason, dealt)
    SELECT (dealt_at AT TIME ZONE 'UTC')::date, card.id, card.reason, count(*)
    FROM deck_pages, unnest(app_ids, string_to_array(reasons, NULL)) AS card (id, reason)
    WHERE dealt_at > counted AND dealt_at <= dealt_until
      AND (before_day IS NULL OR deck_pages.day < before_day) AND (of_deck IS NULL OR deck_id = of_deck)
    GROUP BY 1, 2, 3
    ON CONFLICT (day, app_id, reason) DO UPDATE SET dealt = total.dealt + excluded.dealt;
END $$;
