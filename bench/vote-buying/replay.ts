import { VIEW_WINDOW_MS } from '@zapdeck/contract/interactions';
import type { Database } from '@zapdeck/server/db/client';
import type pg from 'pg';
import { computeDecks } from './honest-days.ts';

/** Tables of a visit, in the order of their references, and the time at which a row appears. */
const replayed = {
  decks: { from: 'decks', at: 'decks.started_at' },
  deck_pages: { from: 'deck_pages JOIN decks ON decks.id = deck_pages.deck_id', at: 'decks.started_at' },
  seen_apps: {
    from: `seen_apps JOIN (SELECT user_id, app_id, min(created_at) AS at FROM user_app_interactions
      GROUP BY user_id, app_id) AS first USING (user_id, app_id)`,
    at: 'first.at',
  },
  votes: { from: 'votes', at: 'votes.created_at' },
  vote_networks: { from: 'vote_networks', at: 'vote_networks.voted_at' },
  dealt_views: { from: 'dealt_views', at: 'dealt_views.viewed_at' },
} as const;

const EMPTIED =
  'decks, seen_apps, seen_counts, votes, vote_networks, dealt_views, user_app_interactions, interaction_batches, daily_views, daily_picks, trending_scores, changed_likes';

/** Stores the counts of the apps before the first visit. */
export async function markStart({ pool }: Database): Promise<void> {
  await pool.query('CREATE SCHEMA honest');
  await pool.query('CREATE TABLE honest.start AS SELECT id, upvotes, views FROM apps');
}

/**
 * Moves all visits to the schema `honest` and leaves the instance as it was before them. `honest.places` has the place of each app
 * whenever `trending` was computed.
 */
export async function stageVisits({ pool }: Database): Promise<void> {
  for (const [table, { from, at }] of Object.entries(replayed)) {
    await pool.query(
      `CREATE TABLE honest.${table} AS SELECT ${at} AS replay_at, ${table} AS visit FROM ${from} ORDER BY 1`,
    );
    await pool.query(`CREATE INDEX ON honest.${table} (replay_at)`);
  }
  await pool.query(`CREATE TABLE honest.views AS SELECT created_at AS replay_at, app_id FROM (
      SELECT app_id, created_at, lag(created_at) OVER (PARTITION BY user_id, app_id ORDER BY created_at) AS before
      FROM user_app_interactions WHERE interaction_type = 'view'
    ) AS viewed WHERE before IS NULL OR before <= created_at - interval '${VIEW_WINDOW_MS} milliseconds' ORDER BY 1`);
  await pool.query('CREATE INDEX ON honest.views (replay_at)');
  await pool.query('CREATE TABLE honest.daily_views AS TABLE daily_views');
  await pool.query('CREATE TABLE honest.daily_picks AS TABLE daily_picks');
  await pool.query(`TRUNCATE ${EMPTIED} CASCADE`);
  await pool.query(`UPDATE apps SET upvotes = start.upvotes, downvotes = 0, views = start.views
    FROM honest.start WHERE start.id = apps.id`);
  await pool.query("UPDATE trust_state SET likes = 0, crowded_days = '{}'");
  await pool.query('VACUUM (FULL, ANALYZE)');
}

/** A time of simulated visits, in milliseconds since 1970. */
export interface Span {
  start: number;
  end: number;
}

const inWindow = 'replay_at >= $1 AND replay_at < $2';

const COUNTS = [
  `UPDATE apps SET upvotes = upvotes + ups, downvotes = downvotes + downs FROM (
    SELECT (visit).app_id AS id, count(*) FILTER (WHERE (visit).vote_type = 'up') AS ups,
      count(*) FILTER (WHERE (visit).vote_type = 'down') AS downs FROM honest.votes WHERE ${inWindow} GROUP BY 1
  ) AS counted WHERE counted.id = apps.id`,
  `UPDATE apps SET views = apps.views + counted.views FROM (
    SELECT app_id, count(*) AS views FROM honest.views WHERE ${inWindow} GROUP BY 1
  ) AS counted WHERE counted.app_id = apps.id`,
  `INSERT INTO daily_views AS known (day, app_id, views)
    SELECT (replay_at AT TIME ZONE 'UTC')::date, app_id, count(*) FROM honest.views WHERE ${inWindow}
    GROUP BY 1, 2 ON CONFLICT (day, app_id) DO UPDATE SET views = known.views + excluded.views`,
  `INSERT INTO seen_counts AS known (user_id, seen)
    SELECT (visit).user_id, count(*) FROM honest.seen_apps WHERE ${inWindow} GROUP BY 1
    ON CONFLICT (user_id) DO UPDATE SET seen = known.seen + excluded.seen`,
];

async function runIn(
  client: pg.PoolClient,
  statements: readonly string[],
  { start, end }: Span,
): Promise<void> {
  const values = [new Date(start), new Date(end)];
  for (const statement of statements) await client.query(statement, values);
}

/** Adds the honest visits of a time, without triggers, and then what triggers would have counted. */
async function replayVisits({ pool }: Database, span: Span): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    const copies = Object.keys(replayed).map(
      (table) => `INSERT INTO ${table} SELECT (visit).* FROM honest.${table} WHERE ${inWindow}`,
    );
    await runIn(client, copies, span);
    await client.query('SET LOCAL session_replication_role = origin');
    await runIn(client, COUNTS, span);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Replays the honest visits of a time, lets the buyer act in it, and computes the decks at its end. */
export async function playSpan(
  database: Database,
  span: Span,
  act: () => Promise<void> = async () => undefined,
): Promise<void> {
  await replayVisits(database, span);
  await act();
  await computeDecks(database, span.end);
}
