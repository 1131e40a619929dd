import { createHash, randomBytes } from 'node:crypto';
import { createPasswordHasher } from '@zapdeck/server/accounts/passwords';
import type pg from 'pg';
import { say } from './command-line.ts';
import { fill, type Size } from './fill.ts';
import { openWorld, type World } from './world.ts';

export interface Person {
  id: string;
  cookie: string;
}

/** Number of seen apps by kind of viewer. */
const viewers = { light: 20, ordinary: 500, heavy: 5_000, extreme: 50_000 } as const;
type Viewer = keyof typeof viewers;
/** Voters keep viewing apps, so they are separate from viewers. */
const kinds = ['light', 'ordinary', 'heavy', 'extreme', 'guest', 'voter', 'admin'] as const;
export type Kind = (typeof kinds)[number];
type People = Record<Kind, Person[]>;

const PEOPLE_OF_A_KIND = 8;
/** Many, because voters of one row would wait for each other. */
const VOTERS = 1_000;

/** The best apps, as a feed by score deals them. */
const SEEN_SQL = `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
  SELECT $1, id, now() - random() * interval '90 days' FROM (
    SELECT id FROM apps WHERE status = 'approved'
    ORDER BY ranking_score DESC, created_at DESC, id DESC LIMIT $2::int * 1.02
  ) AS best WHERE random() < 0.98 LIMIT $2`;

/** A viewer likes this many apps: the last viewed ones. */
const LIKES_MAX = 500;
const LIKES_SQL = `INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
  SELECT gen_random_uuid(), user_id, app_id, 'up', last_viewed_at FROM seen_apps WHERE user_id = $1
  ORDER BY last_viewed_at DESC LIMIT ${LIKES_MAX}`;

/** Adds a user with a session. */
export async function addPerson(client: pg.ClientBase, kind: Kind, index: number): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  const isGuest = kind === 'guest';
  const { rows } = await client.query<{ id: string }>(
    // Without triggers, all columns of the role have to be written.
    `INSERT INTO users (id, email, first_name, is_guest, is_admin, role, given_role)
     VALUES (gen_random_uuid(), $1, $2, $3, $4 = 'admin', $4::user_role, $4::user_role) RETURNING id`,
    [
      isGuest ? null : `${kind}-${index}@example.org`,
      isGuest ? null : 'Robin',
      isGuest,
      kind === 'admin' ? 'admin' : 'member',
    ],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `INSERT INTO sessions (sid, user_id, expire) VALUES ($1, $2, now() + interval '20 days')`,
    [createHash('sha256').update(token).digest('hex'), id],
  );
  return { id, cookie: `sid=${token}` };
}

/** Renews all sessions of a kept database. Admin sessions end after an idle hour. */
export async function renewSessions(client: pg.ClientBase): Promise<void> {
  await client.query(
    `UPDATE sessions SET created_at = now(), last_seen_at = now(), expire = now() + interval '20 days'`,
  );
}

async function addPeople(client: pg.ClientBase, kind: Kind, apps: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < (kind === 'voter' ? VOTERS : PEOPLE_OF_A_KIND); index += 1) {
    const person = await addPerson(client, kind, index);
    // At most half of the catalogue, so that viewers do not reach its end.
    if (kind in viewers) {
      await client.query(SEEN_SQL, [person.id, Math.min(viewers[kind as Viewer], apps >> 1)]);
      await client.query(LIKES_SQL, [person.id]);
    }
    people.push(person);
  }
  return people;
}

/** Adds users of each kind with sessions, seen apps and likes. */
async function addMeasuredPeople(client: pg.ClientBase, apps: number): Promise<People> {
  await client.query('SET session_replication_role = replica');
  const people: Partial<People> = {};
  for (const kind of kinds) people[kind] = await addPeople(client, kind, apps);
  await client.query('SET session_replication_role = origin');
  return people as People;
}

interface Filled {
  people: People;
  appIds: string[];
  login: { email: string; password: string };
}

export type Catalogue = World & Filled;

async function addLogin(client: pg.Client): Promise<Filled['login']> {
  const login = { email: 'bench@example.org', password: 'correct-horse-9' };
  const passwordHash = await createPasswordHasher().hash(login.password);
  await client.query(
    `INSERT INTO users (id, email, first_name, password_hash) VALUES (gen_random_uuid(), $1, 'Bench', $2)`,
    [login.email, passwordHash],
  );
  return login;
}

export async function fillCatalogue(client: pg.Client, size: Size): Promise<Filled> {
  await fill(client, size);
  say('filling with measured users, counts, statistics …');
  const people = await addMeasuredPeople(client, size.apps);
  const login = await addLogin(client);
  await client.query(`INSERT INTO seen_counts SELECT user_id, count(*) FROM seen_apps GROUP BY user_id`);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM apps ORDER BY approval_no LIMIT 5000');
  return { people, login, appIds: rows.map(({ id }) => id) };
}

/** Opens a catalogue. The folder `keepIn` keeps the database. */
export const openCatalogue = (size: Size, keepIn?: string): Promise<Catalogue> =>
  openWorld((client) => fillCatalogue(client, size), keepIn);
