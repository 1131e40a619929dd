import { seedCatalogue } from '@zapdeck/server/testing/seed-catalogue';
import type pg from 'pg';
import { withoutIndexes } from './fill.ts';
import { say } from './command-line.ts';
import { addPerson, type Person } from './catalogue.ts';

export interface ModeratedWorld {
  admin: Person;
  /** A maker with two thousand apps and fifty thousand votes. */
  maker: Person;
  /** An app with a million views, a tenth of them likes if there are enough users. */
  popularAppId: string;
  /** A maker with few apps. */
  otherId: string;
}

const MAKER_APPS = 2_000;
const MAKER_VOTES = 50_000;
const LIKES = 100_000;
const DAYS = 30;

/** Tables that are filled faster without indexes. */
const LARGE = [
  'apps',
  'app_search_texts',
  'app_hosts',
  'votes',
  'user_app_interactions',
  'audit_log',
  'app_events',
];

/** Data for moderation: many apps of one maker, host rules, suspensions, changed apps. */
const MODERATION_SQL: readonly string[] = [
  `INSERT INTO host_rules (host, host_key, rule) SELECT 'app-' || n || '.example.com', 'com.example.app-' || n || '.',
     (CASE WHEN n % 3 = 0 THEN 'trusted' ELSE 'blocked' END)::host_rule FROM generate_series(1, 500) AS n`,
  `INSERT INTO host_rules (host, host_key, rule) VALUES ('example.com', 'com.example.', 'trusted'),
     ('hosting.example', 'example.hosting.', 'blocked')`,
  `INSERT INTO app_hosts (app_id, is_landing, host_key) SELECT id, true, 'example.hosting.site-' || n || '.'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM apps) AS numbered WHERE n % 50 = 0`,
  `UPDATE users SET suspended_at = now(), suspended_reason = 'Sells what is not theirs.'
     WHERE id IN (SELECT id FROM users WHERE email LIKE 'person-%00@example.net' ORDER BY id LIMIT 50)`,
  `INSERT INTO app_baselines (app_id, approved_at, title, description, category, tags, changed_at)
     SELECT id, created_at, 'Its name before', description, category, tags, now() - random() * interval '9 days'
     FROM apps WHERE status = 'approved' ORDER BY id LIMIT 5000`,
];

async function addMaker(client: pg.ClientBase): Promise<Pick<ModeratedWorld, 'maker' | 'popularAppId'>> {
  const maker = await addPerson(client, 'ordinary', 0);
  const { rows } = await client.query<{ id: string }>(
    `WITH theirs AS (SELECT id FROM apps WHERE status = 'approved' ORDER BY id LIMIT $2)
     UPDATE apps SET submitted_by = $1 FROM theirs WHERE apps.id = theirs.id RETURNING apps.id`,
    [maker.id, MAKER_APPS],
  );
  await client.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type) SELECT gen_random_uuid(), id, $1, 'up' FROM apps
     ORDER BY id LIMIT $2 ON CONFLICT DO NOTHING`,
    [maker.id, MAKER_VOTES],
  );
  await client.query(
    `WITH logged AS (
       INSERT INTO audit_log (id, actor_id, action, target_id, before, after)
       SELECT gen_random_uuid(), $1, action, id, '{"status": "pending"}', '{"status": "approved"}'
       FROM apps, (VALUES ('app.reviewed'), ('app.edited'), ('app.reviewed')) AS done (action) WHERE submitted_by = $2
       RETURNING *
     )
     INSERT INTO app_events (id, actor_id, action, app_id, before, after)
     SELECT id, actor_id, action, target_id, before, after FROM logged`,
    [maker.id, maker.id],
  );
  const popularAppId = rows[0]?.id ?? '';
  await client.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
     SELECT gen_random_uuid(), $1, id, 'up', now() - random() * interval '1 day' * $3 FROM users ORDER BY id LIMIT $2
     ON CONFLICT DO NOTHING`,
    [popularAppId, LIKES, DAYS],
  );
  await client.query(
    `UPDATE apps SET views = 1000000, upvotes = (SELECT count(*) FROM votes WHERE app_id = $1 AND vote_type = 'up')
     WHERE id = $1`,
    [popularAppId],
  );
  await client.query(
    `INSERT INTO daily_views (day, app_id, views) SELECT current_date - n, $1, 33333 FROM generate_series(0, $2::int) AS n
     ON CONFLICT (day, app_id) DO UPDATE SET views = excluded.views`,
    [popularAppId, DAYS],
  );
  await client.query(
    `INSERT INTO daily_visits (app_id, day, visits, shares) SELECT $1, current_date - n, 5000, 90
     FROM generate_series(0, $2::int) AS n`,
    [popularAppId, DAYS],
  );
  await client.query(
    `INSERT INTO tried_times (app_id, duration_ms, tries) SELECT $1, n * 1000, 5000 FROM generate_series(0, 200) AS n`,
    [popularAppId],
  );
  return { maker, popularAppId };
}

/** Fills an empty, migrated database with votes, interactions, reports and decisions. */
export async function fillModerated(
  client: pg.ClientBase,
  { apps, users }: { apps: number; users: number },
): Promise<ModeratedWorld> {
  say('filling …');
  const admin = await addPerson(client, 'admin', 0);
  const rows = { votes: apps * 5, views: apps * 10, reports: 20_000, auditEntries: 300_000, errors: 10_000 };
  await withoutIndexes(client, { tables: LARGE, andKeys: false }, () =>
    seedCatalogue(client, { apps, users, ...rows }, new Date()),
  );
  say('filling with reports and decisions …');
  await client.query('SET session_replication_role = replica');
  for (const sql of MODERATION_SQL) await client.query(sql);
  const made = await addMaker(client);
  await client.query('SET session_replication_role = origin');
  const { rows: others } = await client.query<{ id: string }>(
    `SELECT id FROM users WHERE email = 'person-9@example.net'`,
  );
  return { admin, ...made, otherId: others[0]?.id ?? '' };
}
