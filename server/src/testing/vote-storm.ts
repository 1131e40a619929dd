import { castVote } from '@zapdeck/contract/feed/votes';
import { signup } from '@zapdeck/contract/sign-in/signup';
import pg from 'pg';
import { newId } from '../db/columns.ts';

/** Concurrent toggles per voter. */
const LANES = 4;
const PASSWORD = 'correct-horse-9';

export interface Storm {
  servers: readonly string[];
  connection: pg.ClientConfig;
  toggles: number;
  voters: number;
  apps: number;
}

export interface StormResult {
  faults: string[];
  seconds: number;
  /** Toggles that were rejected with 503 and retried. */
  retries: number;
}

interface Voter {
  id: string;
  cookie: string;
}

async function post(server: string, path: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: server, cookie };
  return fetch(`${server}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function signUp(server: string): Promise<Voter> {
  const email = `voter-${newId()}@example.org`;
  const form = { email, password: PASSWORD, confirmPassword: PASSWORD, firstName: 'Voter' };
  const response = await post(server, signup.path, form);
  if (response.status !== 201) throw new Error(`Signing up answered ${response.status}`);
  const { id } = (await response.json()) as { id: string };
  return { id, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

async function addApps(client: pg.Client, count: number, ownerId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO apps (id, title, description, url, submitted_by, status)
     SELECT gen_random_uuid(), 'Storm', 'D', 'https://' || gen_random_uuid() || '.example.org/', $1, 'approved'
     FROM generate_series(1, $2) RETURNING id`,
    [ownerId, count],
  );
  return rows.map(({ id }) => id);
}

/** Each user has one vote type per app, so an odd number of toggles leaves the vote. */
const voteTypeOf = (voter: number, app: number) => ((voter + app) % 2 === 0 ? 'up' : 'down');

/** A deterministic, uneven number of toggles. */
const scatter = (number: number): number => Math.imul(number, 0x9e_37_79_b1) >>> 16;

/** Returns wrong counters and votes; empty on success. */
export async function findFaults(
  client: pg.Client,
  standing: ReadonlyMap<string, string>,
): Promise<string[]> {
  const faults: string[] = [];
  const counters = await client.query<{ id: string }>(`
    SELECT a.id FROM apps a
    WHERE a.upvotes < 0 OR a.downvotes < 0
       OR a.upvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'up')
       OR a.downvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'down')`);
  for (const { id } of counters.rows) faults.push(`the counters of ${id} differ from its votes`);
  const stored = await client.query<{ key: string; type: string }>(
    "SELECT user_id || ' ' || app_id AS key, vote_type AS type FROM votes",
  );
  const found = new Map<string, string>();
  for (const { key, type } of stored.rows) {
    if (found.has(key)) faults.push(`${key} has two votes`);
    found.set(key, type);
  }
  for (const key of new Set([...standing.keys(), ...found.keys()])) {
    const [expected, actual] = [standing.get(key) ?? 'none', found.get(key) ?? 'none'];
    if (expected !== actual) faults.push(`the vote of ${key} is ${actual}, not ${expected}`);
  }
  return faults;
}

/** Sends concurrent toggles through all servers and returns the faults afterwards. */
export async function runVoteStorm({
  servers,
  connection,
  toggles,
  voters,
  apps,
}: Storm): Promise<StormResult> {
  const serverAt = (index: number): string => servers[index % servers.length] ?? '';
  const people: Voter[] = [];
  for (let index = 0; index < voters; index += 1) people.push(await signUp(serverAt(index)));
  const client = new pg.Client(connection);
  await client.connect();
  const faults: string[] = [];
  const standing = new Map<string, string>();
  let retries = 0;
  try {
    const appIds = await addApps(client, apps, people[0]?.id ?? '');
    const toggle = async (number: number): Promise<void> => {
      const voter = number % voters;
      const app = scatter(number) % apps;
      const [person, appId] = [people[voter], appIds[app] ?? ''];
      const body = { appId, voteType: voteTypeOf(voter, app) };
      for (let attempt = number; ; attempt += 1) {
        const response = await post(serverAt(attempt), castVote.path, body, person?.cookie);
        await response.arrayBuffer();
        if (response.status === 503) {
          retries += 1;
          continue;
        }
        if (response.status !== 200) faults.push(`a toggle answered ${response.status}`);
        break;
      }
      const key = `${person?.id} ${appId}`;
      if (!standing.delete(key)) standing.set(key, body.voteType);
    };
    const started = performance.now();
    const lanes = Array.from({ length: voters * LANES }, async (_, lane) => {
      for (let number = lane; number < toggles; number += voters * LANES) await toggle(number);
    });
    await Promise.all(lanes);
    const seconds = (performance.now() - started) / 1_000;
    faults.push(...(await findFaults(client, standing)));
    return { faults, seconds, retries };
  } finally {
    await client.end();
  }
}
