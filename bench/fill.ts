import type pg from 'pg';
import { categories } from '@zapdeck/contract/apps/categories';
import { tagChoices } from '@zapdeck/contract/apps/listing';
import { addMissingDocuments, countWords } from '@zapdeck/server/features/search/search-index';
import { sequence } from '@zapdeck/server/testing/random';
import { drizzle } from 'drizzle-orm/node-postgres';
import { say } from './command-line.ts';
import { drawTitleWord, drawWord, makeVocabulary } from './search-words.ts';

export interface Size {
  apps: number;
  users: number;
  /** Rows of `seen_apps`, without those of measured users. */
  seen: number;
}

interface Dropped {
  drop: string;
  restore: string;
}

/** Indexes of tables. With keys, only those that no foreign key references. */
const INDEXES_SQL = `SELECT
    CASE WHEN own.conname IS NULL THEN format('DROP INDEX %s', index.indexrelid::regclass)
      ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', index.indrelid::regclass, own.conname) END AS drop,
    CASE WHEN own.conname IS NULL THEN pg_get_indexdef(index.indexrelid)
      ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', index.indrelid::regclass, own.conname,
        pg_get_constraintdef(own.oid)) END AS restore
  FROM pg_index AS index
    LEFT JOIN pg_constraint AS own ON own.conindid = index.indexrelid AND own.contype IN ('p', 'u')
  WHERE index.indrelid = ANY ($1::regclass[]) AND ($2 OR own.conname IS NULL)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conindid = index.indexrelid)
  ORDER BY index.indexrelid`;

/**
 * Drops the indexes of tables during the work and creates them again, because sorting once is faster. `andKeys`
 * includes unique indexes.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  { tables, andKeys }: { tables: readonly string[]; andKeys: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Dropped>(INDEXES_SQL, [tables, andKeys]);
  for (const { drop } of rows) await client.query(drop);
  await work();
  for (const { restore } of rows) await client.query(restore);
}

/** Primes, so that a user walks over all apps before repeating one. */
const STRIDES = [7_919, 104_729, 611_953, 1_299_709, 15_485_863];

const MAKER_NAMES = 1_000;
const USERS_SQL = `INSERT INTO users (id, email, first_name)
  SELECT id, 'person-' || n || '@example.org', ($1::text[])[1 + n % ${MAKER_NAMES}] FROM bench_users`;

/** Checks count as current until tomorrow, so that the server does not fetch pages during a measurement. */
const APPS_SQL = `INSERT INTO apps (id, title, description, url, category, tags, submitted_by, status, upvotes, downvotes,
    views, time_spent, created_at, frame_status, frame_checked_at, frame_check_due_at)
  SELECT gen_random_uuid(), title, description, 'https://app-' || made.n || '.example.org/', category,
    string_to_array(tags, ','), bench_users.id, 'approved', (200 * random() ^ 6)::int, (40 * random() ^ 6)::int,
    (3000 * random() ^ 3)::int, 1 + (1e6 * random() ^ 4)::int, now() - made.n * interval '1 second', 'ok',
    now() + interval '1 day', now() + interval '1 day'
  FROM (
    SELECT *, $5 + place AS n FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
      WITH ORDINALITY AS drawn (title, description, category, tags, place)
  ) AS made JOIN bench_users ON bench_users.n = 1 + made.n % $6::int
  ORDER BY made.n`;
const BATCH = 20_000;

const TRENDING = 10_000;
const TRENDING_SQL = `INSERT INTO trending_scores
  SELECT id, random() FROM apps WHERE approval_no % greatest(1, $1::int / ${TRENDING}) = 0`;

/** Every user has seen the same number of apps, spread over the catalogue. */
const SEEN_SQL = `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
  SELECT person.id, apps.id, now() - random() * interval '90 days'
  FROM bench_users AS person
    CROSS JOIN LATERAL generate_series(1, least($3, $1::bigint / $2 + (person.n <= $1::bigint % $2)::int)) AS k
    JOIN apps ON apps.approval_no = 1 + (person.n * 7 + k * ($4::bigint[])[1 + person.n % $5]) % $3`;

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

async function addApps(
  client: pg.ClientBase,
  { apps, users }: Size,
  words: readonly string[],
): Promise<void> {
  const random = sequence(35);
  const title = () =>
    times(2 + Math.floor(random() * 2), () => capital(drawTitleWord(random, words))).join(' ');
  const description = () => times(10 + Math.floor(random() * 25), () => drawWord(random, words)).join(' ');
  for (let first = 0; first < apps; first += BATCH) {
    const count = Math.min(BATCH, apps - first);
    await client.query(APPS_SQL, [
      times(count, title),
      times(count, description),
      times(count, () => categories[Math.floor(random() * categories.length)] ?? ''),
      times(count, () => tagChoices.filter(() => random() < 0.2).join(',')),
      first,
      users,
    ]);
  }
}

/** Keeps the triggers that add related rows, except the one for search documents: `fillSearch` adds these faster. */
async function fillApps(client: pg.ClientBase, size: Size, words: readonly string[]): Promise<void> {
  const tables = ['app_tags', 'app_search_texts', 'apps'];
  await client.query('ALTER TABLE apps DISABLE TRIGGER apps_keep_search_document');
  await withoutIndexes(client, { tables, andKeys: false }, () => addApps(client, size, words));
  await client.query('ALTER TABLE apps ENABLE TRIGGER apps_keep_search_document');
  await client.query('ANALYZE apps');
}

async function fillSearch(client: pg.Client): Promise<void> {
  const db = drizzle(client);
  await withoutIndexes(client, { tables: ['search_documents'], andKeys: false }, async () => {
    while ((await addMissingDocuments(db, BATCH)) > 0);
  });
  await client.query('ANALYZE search_documents');
  await withoutIndexes(client, { tables: ['known_words'], andKeys: false }, () => countWords(db));
}

/** Without the counting trigger and foreign key checks. */
async function fillSeen(client: pg.ClientBase, { apps, users, seen }: Size): Promise<void> {
  const strides = STRIDES.filter((stride) => apps % stride !== 0);
  await client.query('SET session_replication_role = replica');
  await withoutIndexes(client, { tables: ['seen_apps'], andKeys: true }, async () => {
    await client.query(SEEN_SQL, [seen, users, apps, strides, strides.length]);
  });
  await client.query('SET session_replication_role = origin');
}

/**
 * Fills an empty, migrated database deterministically, except for ids. Votes and views are counters without rows.
 * The words of the apps are as frequent as in a language.
 * The caller fills `seen_counts`, because it may add views.
 */
export async function fill(client: pg.Client, size: Size): Promise<void> {
  const random = sequence(36);
  const words = makeVocabulary(random);
  await client.query('SELECT setseed(0.5)');
  say(`filling with people: ${size.users} …`);
  await client.query(
    `CREATE TABLE bench_users AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${size.users}) AS n`,
  );
  await client.query('ANALYZE bench_users');
  await withoutIndexes(client, { tables: ['users'], andKeys: false }, async () => {
    await client.query(USERS_SQL, [times(MAKER_NAMES, () => capital(drawWord(random, words)))]);
  });
  say(`filling with apps: ${size.apps} …`);
  await fillApps(client, size, words);
  await client.query(TRENDING_SQL, [size.apps]);
  say('filling with documents and words of the search …');
  await fillSearch(client);
  say(`filling with seen apps: ${size.seen} …`);
  await fillSeen(client, size);
}
