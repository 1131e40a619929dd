import { VIEW_WINDOW_MS } from '@zapdeck/contract/feed/interactions';
import type { Database } from '@zapdeck/server/db/client';
import { refreshTrending } from '@zapdeck/server/features/feed/trending/trending';
import { chooseToday } from '@zapdeck/server/features/today/choose-today';
import { sequence, shuffle } from '@zapdeck/server/testing/random';
import type pg from 'pg';
import { say } from '../command-line.ts';
import {
  addInstance,
  DAY_MS,
  HOUR_MS,
  type Instance,
  type Member,
  type Size,
  type Span,
  START,
} from './instance.ts';
import type { Lab } from './lab.ts';
import { storeOrder } from './places.ts';
import { drawDeck, openDeck, reactTo, sendReaction } from './visits.ts';

/** Visits that begin before any of them has ended. */
const AT_ONCE = 16;
/** Time between two computations of `trending`. */
export const WINDOW_MS = 6 * HOUR_MS;

/** Computes `trending`, and at the end of a day the app of the next one. */
async function computeDecks({ db }: Database, end: number): Promise<void> {
  await refreshTrending(db, new Date(end - 1));
  if ((end - START) % DAY_MS === 0) await chooseToday(db, new Date(end));
}

/** Lets members visit at these times. */
async function visitInWindow(
  { db }: Database,
  instance: Instance,
  coming: readonly { member: Member; now: Date }[],
  random: () => number,
): Promise<void> {
  for (let first = 0; first < coming.length; first += AT_ONCE) {
    const visits = coming.slice(first, first + AT_ONCE);
    const pages = await Promise.all(
      visits.map(({ member, now }) => openDeck(db, member, drawDeck(member, random), now)),
    );
    const reactions = visits.map(({ member }, index) =>
      reactTo(instance, member, pages[index]?.ids ?? [], random),
    );
    await Promise.all(
      visits.map(({ member, now }, index) =>
        sendReaction(db, member, reactions[index] ?? { viewed: [], ballots: [] }, now),
      ),
    );
  }
}

/** Lets the members visit on all days. */
async function runHonestDays(database: Database, instance: Instance): Promise<void> {
  const { members, size } = instance;
  for (let day = 0; day < size.days; day += 1) {
    const random = sequence(size.seed * 1_000 + day);
    const start = START + day * DAY_MS;
    const coming = shuffle([...members], random)
      .slice(0, size.visitsPerDay)
      .map((member, visit) => ({
        member,
        now: new Date(start + ((visit + 0.5) / size.visitsPerDay) * DAY_MS),
      }));
    for (let from = start; from < start + DAY_MS; from += WINDOW_MS) {
      const end = from + WINDOW_MS;
      const inWindow = coming.filter(({ now }) => now.getTime() >= from && now.getTime() < end);
      await visitInWindow(database, instance, inWindow, random);
      await computeDecks(database, end);
      await storeOrder(database.pool, end);
    }
    await database.pool.query('ANALYZE');
    say(`honest day ${day + 1} of ${size.days}`);
  }
}

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
async function markStart({ pool }: Database): Promise<void> {
  await pool.query('CREATE SCHEMA honest');
  await pool.query('CREATE TABLE honest.start AS SELECT id, upvotes, views FROM apps');
}

/**
 * Moves all visits to the schema `honest` and leaves the instance as it was before them. `honest.orders` has the order of the apps
 * whenever `trending` was computed.
 */
async function stageVisits({ pool }: Database): Promise<void> {
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

export const HONEST = 'honest_world';

/** Makes the database that all strategies copy: the instance before the first day, with all honest visits to replay. */
export async function makeHonestWorld(lab: Lab, size: Size): Promise<Instance> {
  const database = await lab.create(HONEST);
  try {
    const instance = await addInstance(database.pool, size);
    await markStart(database);
    await runHonestDays(database, instance);
    await stageVisits(database);
    return instance;
  } finally {
    await database.pool.end();
  }
}
