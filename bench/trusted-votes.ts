import { refreshTrending } from '@zapdeck/server/features/feed/trending/trending';
import { markSeenInDeck } from '@zapdeck/server/features/votes/seen-in-deck';
import { refreshTrustState } from '@zapdeck/server/features/votes/trust-state';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { withoutIndexes } from './bulk.ts';
import { fillCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { addLikes } from './likes.ts';
import { describeMachine, readMachine } from './machine.ts';
import { openWorld } from './world.ts';

/**
 * Measures the job of the deck `trending` with likes of 14 days, and votes with and without a network, in turns. Half of the likes
 * are marked as seen in a deck, and a tenth waits to be marked.
 */
const options = readOptions({
  apps: 20_000,
  users: 50_000,
  // Likes per user.
  likes: 24,
  turns: 5,
  votes: 2_000,
});
const size = { ...options, seen: 0 };

/** Each user has viewed what they like, in decks of five pages. Networks have ten users on average. */
const TRUST_SQL = [
  `UPDATE votes SET created_at = now() - (now() - created_at) * (13.0 / 89)`,
  `UPDATE votes SET is_seen_in_deck = random() < 0.5`,
  `INSERT INTO seen_apps (user_id, app_id, is_viewed, last_viewed_at) SELECT user_id, app_id, true, created_at FROM votes
    ON CONFLICT DO NOTHING`,
  `INSERT INTO vote_networks (user_id, app_id, network, voted_at)
    SELECT user_id, app_id, sha256(convert_to((hashtext(user_id::text) % ${Math.max(1, Math.round(size.users / 10))})::text, 'UTF8')), created_at
    FROM votes`,
  `INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
    SELECT gen_random_uuid(), id, 'best', 'normal', false, now(), now()::date FROM bench_users, generate_series(1, 3)`,
  `INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at)
    SELECT decks.id, day, page, ARRAY(SELECT gen_random_uuid() FROM generate_series(1, 20)), repeat('b', 20), now()
    FROM decks, generate_series(1, 5) AS page`,
  // A fifth of the likes that are not marked was dealt.
  `UPDATE deck_pages SET app_ids = array_cat(app_ids[5:20], liked.ids) FROM (
      SELECT DISTINCT ON (decks.user_id) decks.id, ARRAY(
        SELECT app_id FROM votes WHERE votes.user_id = decks.user_id AND NOT is_seen_in_deck LIMIT 2) AS ids FROM decks
    ) AS liked WHERE deck_id = liked.id AND page = 1`,
  `UPDATE seen_counts SET most_before = 40`,
  `INSERT INTO seen_counts (user_id, seen, most_before) SELECT id, 0, 40 FROM bench_users ON CONFLICT DO NOTHING`,
  `INSERT INTO daily_views (day, app_id, views) SELECT now()::date - day, id, 20 FROM apps, generate_series(0, 13) AS day
    ON CONFLICT DO NOTHING`,
];

const world = await openWorld(async (client) => {
  const filled = await fillCatalogue(client, size);
  await addLikes(client, options.likes);
  say('filling with networks and decks …');
  await client.query('SET session_replication_role = replica');
  const [first = '', second = '', ...others] = TRUST_SQL;
  await withoutIndexes(client, { tables: ['votes'], andKeys: false }, async () => {
    await client.query(first);
    await client.query(second);
  });
  await client.query('VACUUM (ANALYZE) votes');
  for (const text of others) await client.query(text);
  await client.query('SET session_replication_role = origin');
  return filled;
}, options.keep);
const client = new pg.Client(world.connection);
await client.connect();
const db = drizzle(client);

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  say(`${name.padEnd(34)} ${Math.round(performance.now() - began)} ms`);
}

/** Casts votes of one person each, one after the other, and takes them back. Returns milliseconds per vote. */
async function timeVotes(network: Buffer | null): Promise<number> {
  const { rows } = await client.query<{ voter: string; app: string }>(
    `SELECT (SELECT id FROM bench_users WHERE n = 1 + apps.approval_no % ${size.users}) AS voter, id AS app FROM apps
     WHERE status = 'approved' ORDER BY approval_no LIMIT $1`,
    [options.votes],
  );
  const began = performance.now();
  for (const after of ['up', null])
    for (const { voter, app } of rows)
      await client.query({
        name: 'vote',
        text: `SELECT * FROM cast_votes_from_networks(ARRAY[gen_random_uuid()], ARRAY[$1::uuid], ARRAY[$2::uuid],
          ARRAY[$3::vote_type], ARRAY[$3::vote_type], ARRAY[$3::vote_type], ARRAY[now()], ARRAY[$4::bytea], true)`,
        values: [voter, app, after, network],
      });
  return (performance.now() - began) / (2 * rows.length);
}

try {
  say(describeMachine(readMachine()));
  const { rows } = await client.query<{ votes: string }>('SELECT count(*) AS votes FROM votes');
  say(`${rows[0]?.votes} likes`);
  const now = new Date();
  await client.query('UPDATE trust_state SET likes = 0');
  await timed('mark likes, first time', () => markSeenInDeck(db, now));
  await timed('mark likes, again', () => markSeenInDeck(db, now));
  await timed('count trusted likes', () => refreshTrustState(db, now));
  for (let turn = 0; turn < options.turns; turn += 1)
    await timed('the whole job', () => refreshTrending(db, now));
  for (let turn = 0; turn < options.turns; turn += 1) {
    const plain = await timeVotes(null);
    const networked = await timeVotes(Buffer.alloc(32, turn));
    say(`a vote: ${plain.toFixed(3)} ms without a network, ${networked.toFixed(3)} ms with one`);
  }
} finally {
  await client.end();
  await world.close();
}
