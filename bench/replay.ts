import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { POOL_SIZE } from '@zapdeck/server/db/client';
import { type Recorded, shapeOf } from './record.ts';
import type { World } from './world.ts';

/** Statements of a request for pgbench, with the values of several requests. */
export interface Replay {
  script: string;
  statements: number;
}

const WARM_UP_S = 1;
const DEBIAN_FOLDER = '/usr/lib/postgresql';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const UUIDS = /^\{(?:"?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"?,?)+\}$/;
/** A single SHA-256, as votes send for their idempotency key. */
const HASH_ALONE = /^\{[\w-]{43}\}$/;
const DIGEST = /^[0-9a-f]{64}$/;
/** pgbench reads these colons as variables. */
const COLON_OF_TIME = /(?<=HH24|MI):(?=MI|SS)/g;

/** Returns the script's expression for a value. NULL cannot be a variable, and unique values are made in SQL. */
function scriptValueOf({ text, isUnique }: Recorded['values'][number], variable: string): string {
  if (text === null) return 'NULL';
  if (isUnique && UUID.test(text)) return 'gen_random_uuid()';
  if (isUnique && UUIDS.test(text)) {
    return `(SELECT array_agg(gen_random_uuid()) FROM generate_series(1, ${text.split(',').length}))`;
  }
  if (isUnique && HASH_ALONE.test(text)) return "ARRAY[encode(sha256(random()::text::bytea), 'base64')]";
  if (isUnique && DIGEST.test(text)) return "encode(sha256(random()::text::bytea), 'hex')";
  return `:${variable}`;
}

/** Returns the requests with the most common statements. */
function mostCommonRequests(requests: readonly Recorded[][]): Recorded[][] {
  const byShape = Map.groupBy(requests, shapeOf);
  return [...byShape.values()].toSorted((one, other) => other.length - one.length)[0] ?? [];
}

/**
 * Returns a pgbench script for these requests. Each connection takes the values of one request in its first
 * transaction and keeps them, so that it sends only the recorded statements.
 */
export async function makeReplay(
  world: World,
  name: string,
  requests: readonly Recorded[][],
): Promise<Replay> {
  const alike = mostCommonRequests(requests);
  const [first = []] = alike;
  await world.client.query('CREATE TABLE IF NOT EXISTS bench_replays (name text, n int, given text[])');
  await world.client.query('DELETE FROM bench_replays WHERE name = $1', [name]);
  for (const [n, request] of alike.entries()) {
    const given = request.flatMap(({ values }) => values.map(({ text }) => text));
    await world.client.query('INSERT INTO bench_replays VALUES ($1, $2, $3)', [name, n, given]);
  }
  let used = 0;
  const variables: string[] = [];
  const statements = first.map(({ text, values }) => {
    const standIns = values.map((value) => {
      used += 1;
      const variable = `v${used}`;
      const standIn = scriptValueOf(value, variable);
      if (standIn === `:${variable}`) variables.push(`given[${used}] AS ${variable}`);
      return standIn;
    });
    const quoted = text.replaceAll(COLON_OF_TIME, '":"');
    return `${quoted.replaceAll(/\$(\d+)/g, (_, place: string) => standIns[Number(place) - 1] ?? '')};`;
  });
  const take = `SELECT ${variables.join(', ')} FROM bench_replays
    WHERE name = '${name}' AND n = :client_id % ${alike.length} \\gset`;
  const script = ['\\if :is_ready = 0', take, '\\set is_ready 1', '\\endif', ...statements].join('\n');
  return { script: `${script}\n`, statements: first.length };
}

/** Returns the newest pgbench of Debian's packages, or that of the PATH. */
async function findPgbench(): Promise<string> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? 'pgbench' : join(DEBIAN_FOLDER, newest, 'bin/pgbench');
}

/** Returns the standard error of pgbench, or null if it is missing. */
async function runPgbench(
  { connection: { host, user, database }, folder }: World,
  { script }: Replay,
  options: readonly string[],
): Promise<string | null> {
  const file = join(folder, 'replay.sql');
  await writeFile(file, script);
  const always = ['-n', '-M', 'prepared', '-D', 'is_ready=0', '-f', file, '-h', host, '-U', user];
  try {
    const { stderr } = await promisify(execFile)(await findPgbench(), [...always, ...options, database]);
    return stderr;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

/** Throws if pgbench cannot run the script twice. */
export async function tryReplay(world: World, replay: Replay): Promise<void> {
  await runPgbench(world, replay, ['-c', '1', '-t', '2']);
}

/** Returns replayed requests per second with the server's number of connections; null without pgbench. */
export async function drivePgbench(
  world: World,
  replay: Replay,
  { seconds, connections }: { seconds: number; connections: number },
): Promise<number | null> {
  const clients = String(Math.min(connections, POOL_SIZE));
  const time = ['-T', String(WARM_UP_S + Math.ceil(seconds)), '-P', String(WARM_UP_S)];
  const progress = await runPgbench(world, replay, ['-c', clients, ...time]);
  const rates = [...(progress ?? '').matchAll(/^progress: .*? ([\d.]+) tps/gm)].map(([, tps]) => Number(tps));
  const counted = rates.slice(1);
  return counted.length > 0 ? counted.reduce((sum, rate) => sum + rate, 0) / counted.length : null;
}
