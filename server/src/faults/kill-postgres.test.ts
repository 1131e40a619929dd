import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { newId } from '../db/columns.ts';
import { freePorts, startServerProcess, waitUntilOk } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startVoters } from '../testing/voters.ts';

const TEST_MS = 240_000;
const ACKNOWLEDGED_BEFORE_KILL = 200;
const ACKNOWLEDGED_AFTER = 50;
const APPS = 40;
/** Much longer than a start takes, and shorter than a user would wait. */
const BACK_WITHIN_MS = 30_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  closing.push(() => folder.remove());
  return folder.path;
}

async function environment(): Promise<Record<string, string>> {
  const { port, demoPort } = await freePorts();
  return { PORT: String(port), DEMO_PORT: String(demoPort), RATE_LIMIT: 'off' };
}

/** Kills the postmaster with SIGKILL. Its child processes end when they notice. */
async function killPostmaster(dataDir: string): Promise<void> {
  const [pid] = (await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/** Starts a database that the server does not manage. */
async function startBeside(dataDir: string, settings: Record<string, string>): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  closing.push(() => postgres.stop());
  return postgres;
}

async function addApps(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const owner = newId();
  await client.query(`INSERT INTO users (id, email) VALUES ($1, 'owner@example.org')`, [owner]);
  await client.query(
    `INSERT INTO apps (id, title, description, url, submitted_by, status)
     SELECT gen_random_uuid(), 'T', 'D', 'https://' || gen_random_uuid() || '.example.org/', $1, 'approved'
     FROM generate_series(1, $2)`,
    [owner, APPS],
  );
  await client.query('CHECKPOINT');
  await client.end();
}

/** Kills a database under load and restarts it while the server runs. Returns the lost acknowledged votes. */
async function lostByKill(settings: Record<string, string>): Promise<string[]> {
  const dataDir = await newFolder();
  const postgres = await startBeside(dataDir, settings);
  const { host, user, database } = postgres.connection;
  const env = {
    ...(await environment()),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
  };
  const server = await startServerProcess({ ...env, DEMO: 'off', LOG_LEVEL: 'silent' });
  closing.push(() => server.end());
  await addApps(postgres.connection);
  const voters = await startVoters(server.url);
  await voters.answered(ACKNOWLEDGED_BEFORE_KILL);
  await killPostmaster(dataDir);
  await postgres.ended;
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  await startBeside(dataDir, settings);
  await waitUntilOk(`${server.url}/readyz`);
  await voters.stop();
  const more = await startVoters(server.url);
  await more.answered(ACKNOWLEDGED_AFTER);
  await more.stop();
  return voters.findLost(server.url);
}

test(
  'kill -9 of the operator’s PostgreSQL under load loses no acknowledged vote, and the server recovers',
  async () => {
    expect(await lostByKill({})).toEqual([]);
  },
  TEST_MS,
);

test(
  'kill -9 without synchronous_commit loses acknowledged votes: the previous test can fail',
  async () => {
    const notDurable = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
    expect(await lostByKill(notDurable)).not.toEqual([]);
  },
  TEST_MS,
);

test(
  'kill -9 of the embedded PostgreSQL under load ends the process, which restarts with all acknowledged votes',
  async () => {
    const env = { ...(await environment()), DATA_DIR: await newFolder() };
    const first = await startServerProcess(env);
    closing.push(() => first.end());
    const voters = await startVoters(first.url);
    await voters.answered(ACKNOWLEDGED_BEFORE_KILL);
    await killPostmaster(env['DATA_DIR']);
    expect(await first.ended()).toBe(1);
    await voters.stop();
    const again = await startServerProcess(env);
    closing.push(() => again.end());
    expect(again.readyAfterMs).toBeLessThan(BACK_WITHIN_MS);
    expect(await voters.findLost(again.url)).toEqual([]);
  },
  TEST_MS,
);
