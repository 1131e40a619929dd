import { createPasswordHasher } from '@zapdeck/server/accounts/passwords';
import type pg from 'pg';
import { say } from './command-line.ts';
import { fill, type Size } from './fill.ts';
import { addMeasuredPeople, type People } from './people.ts';
import { openWorld, type World } from './world.ts';

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
