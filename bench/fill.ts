import { categories } from '@zapdeck/contract/categories';
import type pg from 'pg';
import { withoutIndexes } from './bulk.ts';

export interface Size {
  apps: number;
  users: number;
  /** Rows of `seen_apps`, without those of measured users. */
  seen: number;
}

/** Primes, so that a user walks over all apps before repeating one. */
const STRIDES = [7_919, 104_729, 611_953, 1_299_709, 15_485_863];

const USERS_SQL = `INSERT INTO users (id, email, first_name)
  SELECT id, 'person-' || n || '@example.org', 'Alex' FROM bench_users`;

/** Checks count as current until tomorrow, so that the server does not fetch pages during a measurement. */
const APPS_SQL = `INSERT INTO apps (id, title, description, url, category, tags, submitted_by, status, upvotes, downvotes,
    views, time_spent, created_at, frame_status, frame_checked_at, frame_check_due_at)
  SELECT gen_random_uuid(), 'App number ' || made.n, repeat('What it does, told in a sentence or two. ', 3),
    'https://app-' || made.n || '.example.org/', ($3::text[])[1 + made.n % $4], ARRAY['New', 'Free'],
    bench_users.id, 'approved', (200 * random() ^ 6)::int, (40 * random() ^ 6)::int, (3000 * random() ^ 3)::int,
    1 + (1e6 * random() ^ 4)::int, now() - made.n * interval '1 second', 'ok', now() + interval '1 day',
    now() + interval '1 day'
  FROM generate_series(1, $1::int) AS made (n)
    JOIN bench_users ON bench_users.n = 1 + made.n % $2::int`;

/** Every user has seen the same number of apps, spread over the catalogue. */
const SEEN_SQL = `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
  SELECT person.id, apps.id, now() - random() * interval '90 days'
  FROM bench_users AS person
    CROSS JOIN LATERAL generate_series(1, least($3, $1::bigint / $2 + (person.n <= $1::bigint % $2)::int)) AS k
    JOIN apps ON apps.approval_no = 1 + (person.n * 7 + k * ($4::bigint[])[1 + person.n % $5]) % $3`;

/** Keeps the triggers, because they add related rows. */
async function fillApps(client: pg.ClientBase, { apps, users }: Size): Promise<void> {
  const insert = async () => {
    await client.query(APPS_SQL, [apps, users, categories, categories.length]);
  };
  await withoutIndexes(client, { table: 'apps', andKeys: false }, () =>
    withoutIndexes(client, { table: 'app_search_texts', andKeys: false }, insert),
  );
  await client.query('ANALYZE apps');
}

/** Without the counting trigger and foreign key checks. */
async function fillSeen(client: pg.ClientBase, { apps, users, seen }: Size): Promise<void> {
  const strides = STRIDES.filter((stride) => apps % stride !== 0);
  await client.query('SET session_replication_role = replica');
  await withoutIndexes(client, { table: 'seen_apps', andKeys: true }, async () => {
    await client.query(SEEN_SQL, [seen, users, apps, strides, strides.length]);
  });
  await client.query('SET session_replication_role = origin');
}

/**
 * Fills an empty, migrated database deterministically, except for ids. Votes and views are counters without rows.
 * The caller fills `seen_counts`, because it may add views.
 */
export async function fill(
  client: pg.ClientBase,
  size: Size,
  onStep: (step: string) => void = () => undefined,
): Promise<void> {
  await client.query('SELECT setseed(0.5)');
  onStep(`people: ${size.users}`);
  await client.query(
    `CREATE TABLE bench_users AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${size.users}) AS n`,
  );
  await client.query('ANALYZE bench_users');
  await withoutIndexes(client, { table: 'users', andKeys: false }, async () => {
    await client.query(USERS_SQL);
  });
  onStep(`apps: ${size.apps}`);
  await fillApps(client, size);
  onStep(`seen apps: ${size.seen}`);
  await fillSeen(client, size);
}
