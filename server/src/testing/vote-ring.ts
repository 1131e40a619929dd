import { categories } from '@zapdeck/contract/apps/categories';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { refreshGroups } from '../features/vote-groups/find/find-groups.job.ts';

export interface Ring {
  members: number;
  apps: number;
  /** All apps are of one maker. */
  isOfOneMaker?: boolean;
}

const HONEST = 300;
const HONEST_LIKES = 6;
const HONEST_APPS = 60;

const PEOPLE_SQL = `INSERT INTO users (id, email, first_name, email_verified_at, created_at)
  SELECT gen_random_uuid(), gen_random_uuid() || '@example.org', $2 || ' ' || n, now(), now() - interval '40 days'
  FROM generate_series(1, $1::int) AS n RETURNING id`;

const APPS_SQL = `INSERT INTO apps (id, title, description, url, category, submitted_by, status)
  SELECT gen_random_uuid(), $2 || ' ' || place, 'An app', 'https://' || gen_random_uuid() || '.example.org/', $3, maker, 'approved'
  FROM unnest($1::uuid[]) WITH ORDINALITY AS made (maker, place) RETURNING id`;

const LIKES_SQL = `INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
  SELECT gen_random_uuid(), user_id, app_id, 'up', $3::timestamptz - (1 + place % 14) * interval '1 day'
  FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS liked (user_id, app_id, place) ON CONFLICT DO NOTHING`;

async function idsOf(client: pg.ClientBase, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(text, values);
  return rows.map(({ id }) => id);
}

type Like = readonly [userId: string, appId: string];

async function like(client: pg.ClientBase, likes: readonly Like[], now: Date): Promise<void> {
  await client.query(LIKES_SQL, [likes.map(([userId]) => userId), likes.map(([, appId]) => appId), now]);
}

/** Adds members who like some apps each, so that the likes of a ring stand out. */
export async function addHonestLikes(client: pg.ClientBase, now: Date, count = HONEST): Promise<void> {
  const people = await idsOf(client, PEOPLE_SQL, [count, 'Member']);
  const apps = await idsOf(client, APPS_SQL, [people.slice(0, HONEST_APPS), 'Honest', categories[0]]);
  const likes = people.flatMap((person, n) =>
    Array.from(
      { length: HONEST_LIKES },
      (_, k): Like => [person, apps[(n * 7 + k * k * 11) % apps.length] ?? ''],
    ),
  );
  await like(client, likes, now);
}

/** Adds accounts that like the same apps. Returns the ids of both. */
export async function addRing(client: pg.ClientBase, { members, apps, isOfOneMaker }: Ring, now: Date) {
  const makers = await idsOf(client, PEOPLE_SQL, [apps, 'Maker']);
  const of = isOfOneMaker ? makers.map(() => makers[0]) : makers;
  const appIds = await idsOf(client, APPS_SQL, [of, 'Bought', categories[0]]);
  const accountIds = await idsOf(client, PEOPLE_SQL, [members, 'Ring']);
  await like(
    client,
    accountIds.flatMap((account) => appIds.map((app): Like => [account, app])),
    now,
  );
  return { accountIds, appIds };
}

/** Runs the nightly job. */
export const findGroupsNow = (client: pg.ClientBase, now: Date, isOver = () => false): Promise<boolean> =>
  refreshGroups(drizzle(client as pg.Client), now, isOver);

const NETWORKS_SQL = `INSERT INTO vote_networks (user_id, app_id, network, voted_at)
  SELECT user_id, app_id, sha256((CASE WHEN user_id = ANY ($2::uuid[]) THEN 'shared' ELSE user_id::text END)::bytea), created_at
  FROM votes WHERE user_id = ANY ($1::uuid[])`;

/** Stores the networks of all votes of the accounts: one for the first `sharing` accounts, and one for each of the others. */
export const addNetworks = (client: pg.ClientBase, accountIds: readonly string[], sharing: number) =>
  client.query(NETWORKS_SQL, [accountIds, accountIds.slice(0, sharing)]);

/** Adds a ring between honest members, six of them in one network, and lets the nightly job find it. */
export async function addFoundRing(client: pg.Client): Promise<void> {
  const now = new Date();
  await addHonestLikes(client, now);
  const { accountIds } = await addRing(client, { members: 8, apps: 10 }, now);
  await addNetworks(client, accountIds, 6);
  await findGroupsNow(client, now);
}
