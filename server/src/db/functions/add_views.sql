-- Adds views that count to their apps and to their days, by UTC. The caller holds the apps, so nobody waits for a day: who
-- writes the same row of it has to hold the same app. A number that is full stays so.
CREATE OR REPLACE FUNCTION add_views(viewed uuid[], ats timestamptz[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE apps SET views = least(views + grown.by_views, 2147483647)
    FROM (SELECT id, count(*) AS by_views FROM unnest(viewed) AS id GROUP BY id) AS grown WHERE apps.id = grown.id;
  INSERT INTO daily_views AS known (day, app_id, views)
    SELECT (at AT TIME ZONE 'UTC')::date, app, count(*) FROM unnest(viewed, ats) AS met (app, at) GROUP BY 1, 2
    ON CONFLICT (day, app_id) DO UPDATE SET views = known.views + excluded.views;
END $$;
