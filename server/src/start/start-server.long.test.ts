import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { readdir, readFile, rm } from 'node:fs/promises';
import { castVote } from '@zapdeck/contract/feed/votes';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { freePorts, type ServerProcess, startServerProcess, waitUntilOk } from '../testing/server-process.ts';
import { copyOfFolder, type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { startVoters } from '../testing/voters.ts';
import { isThere, workersOf } from '../testing/workers-of.ts';

const ACKNOWLEDGED_BEFORE_KILL = 60;
/** Memory at rest: a tenth above what docs/growing.md states, because the machine may be busy. Linux only. */
const MEMORY_MAX_MB = 160;

const running: ServerProcess[] = [];
const folders: TemporaryFolder[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.end();
  for (const folder of folders.splice(0)) await folder.remove();
});

/** Output, account and folder of the first start, which later tests continue. */
let first: {
  today: unknown[];
  output: string;
  verdicts: { slug: string; status: string }[];
  exitCode: number | null;
};
let left: TemporaryFolder;
beforeAll(async () => {
  left = await temporaryFolder();
  const env = await environmentOn(left);
  const server = await startServerProcess(env);
  const verdicts = await askDatabase<{ slug: string; status: string }>(
    env,
    `SELECT split_part(url, '/', 4) AS slug, frame_status AS status FROM apps`,
  );
  const today = (await (await fetch(`${server.url}/api/today`)).json()) as unknown[];
  await signUp(server, 'patient@example.org');
  const exitCode = await server.end();
  first = { today, output: server.output(), verdicts, exitCode };
});
afterAll(() => left.remove());

async function environment(makeFolder = () => copyOfFolder(left.path)): Promise<Record<string, string>> {
  const folder = await makeFolder();
  folders.push(folder);
  return environmentOn(folder);
}

async function environmentOn(folder: TemporaryFolder): Promise<Record<string, string>> {
  const { port, demoPort } = await freePorts();
  return { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path, RATE_LIMIT: 'off' };
}

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(env);
  running.push(server);
  return server;
}

async function post(server: ServerProcess, path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    body: JSON.stringify(body),
  });
}

async function signUp(server: ServerProcess, email: string): Promise<string> {
  const password = 'correct-horse-9';
  const form = { email, password, confirmPassword: password, firstName: 'Voter' };
  const response = await post(server, '/api/auth/signup', form);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Queries the embedded database directly. */
async function askDatabase<T extends object>(env: Record<string, string>, sql: string): Promise<T[]> {
  const host = `${env['DATA_DIR']}/postgres/run`;
  const client = new pg.Client({ host, user: 'zapdeck', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<T>(sql);
  await client.end();
  return rows;
}

async function readApps(server: ServerProcess, cookie: string) {
  const response = await fetch(`${server.url}/api/apps`, { headers: { cookie } });
  return (await response.json()) as { id: string }[];
}

test('prints the account, loads the demo and serves on the first start', () => {
  expect(first.output).toMatch(/email\s+admin@zapdeck\.local\n\s+password\s+\S{16}/);
  const demoApps = Number(/Loaded (\d+) demo apps/.exec(first.output)?.[1]);
  expect(demoApps).toBeGreaterThanOrEqual(18);
  const special: Record<string, string> = { 'stubborn-page': 'refused', 'gone-fishing': 'unreachable' };
  expect(first.verdicts).toHaveLength(demoApps);
  // The app of the day.
  expect(first.today).toHaveLength(1);
  for (const { slug, status } of first.verdicts) expect.soft(status, slug).toBe(special[slug] ?? 'ok');
  expect(first.exitCode).toBe(0);
});

describe('the second start', () => {
  let env: Record<string, string>;
  let second: ServerProcess;
  beforeAll(async () => {
    env = { ...(await environmentOn(await copyOfFolder(left.path))), HOST: '127.0.0.1' };
    second = await startServerProcess(env);
  });
  afterAll(async () => {
    await second.end();
    await rm(env['DATA_DIR'] ?? '', { recursive: true });
  });

  test('prints no account, loads no demo, and soon uses little memory', async () => {
    expect(second.output()).not.toMatch(/password|demo apps/);
    const memoryMb = async () => {
      const status = await readFile(`/proc/${second.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
    };
    // On a busy machine, the garbage of the start is collected later.
    await expect.poll(memoryMb, { timeout: 30_000 }).toBeLessThan(MEMORY_MAX_MB);
  });

  test('sends mails that were queued earlier, to files without SMTP_URL', async () => {
    const folder = `${env['DATA_DIR']}/mail`;
    const [name] = await withinMinute(async () => {
      const names = await readdir(folder);
      // The mailer writes under a temporary name first.
      expect(names).toEqual([expect.stringMatching(/\.eml$/)]);
      return names;
    });
    expect(await readFile(`${folder}/${name}`, 'utf8')).toContain('To: patient@example.org');
  });

  test('refuses a second server on the same folder', async () => {
    const { port, demoPort } = await freePorts();
    const other = { ...env, PORT: String(port), DEMO_PORT: String(demoPort) };
    await expect(startServerProcess(other)).rejects.toThrow(/already runs on/);
    expect((await fetch(`http://127.0.0.1:${env['PORT']}/readyz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${env['PORT']}/readyz`)).rejects.toThrow('fetch failed');
  });
});

test('refuses a database older than the baseline in one sentence', async () => {
  const env = await environment(clusterFolder);
  const postgres = await startEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '' });
  const { host, user, database } = postgres.connection;
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query('CREATE TABLE apps (id uuid)');
  await client.end();
  const words = /\nThe database has a table "apps" [^\n]+\n$/;
  const foreign = { ...env, DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}` };
  await expect(startServerProcess(foreign)).rejects.toThrow(words);
  await postgres.stop();
  await expect(startServerProcess(env)).rejects.toThrow(words);
});

test('ends the start with a stack trace for bugs', async () => {
  const env = await environment(clusterFolder);
  const postgres = await startEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '' });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query('CREATE TYPE app_status AS ENUM ()');
  await client.end();
  await postgres.stop();
  const told = await startServerProcess(env).then(() => 'It started', String);
  const [, file = '', line] = /Error: migrations\/\S+ failed\n.*?(\S+migrate\.ts):(\d+):/s.exec(told) ?? [];
  const source = await readFile(new URL(file.replace(/^.*file:/, 'file:')), 'utf8');
  expect(source.split('\n')[Number(line) - 1]).toContain('throw new Error(`${file.path} failed`');
});

test('loses no acknowledged vote after kill -9, and restarts without help', async () => {
  const env = await environment();
  const server = await start(env);
  const voters = await startVoters(server.url);
  await voters.answered(ACKNOWLEDGED_BEFORE_KILL);
  await server.end('SIGKILL');
  await voters.stop();

  const again = await start(env);
  expect(await voters.findLost(again.url)).toEqual([]);
  const rows = await askDatabase(
    env,
    `SELECT a.id FROM apps a
      WHERE a.upvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'up')
         OR a.downvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'down')`,
  );
  expect(rows).toEqual([]);
});

test('on stop, all workers fail /readyz, serve while they drain, finish requests, and exit with 0', async () => {
  const env = { ...(await environment()), DRAIN_SECONDS: '3', WORKERS: '2' };
  const server = await start(env);
  const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
  await withinMinute(async () => expect(await readMetrics()).toMatch(/^zapdeck_workers 2$/m));
  const killed = (await workersOf(server.pid)).at(-1) ?? 0;
  process.kill(killed, 'SIGKILL');
  const workers = await withinMinute(async () => {
    const pids = await workersOf(server.pid);
    expect([pids.length, pids.includes(killed)]).toEqual([2, false]);
    expect(await readMetrics()).toMatch(/^process_resident_memory_bytes\{worker="2"\} /m);
    return pids;
  });
  const cookie = await signUp(server, 'last@example.org');
  const [app] = await readApps(server, cookie);
  // A vote whose body arrives when the test allows it.
  const body = JSON.stringify({ appId: app?.id, voteType: 'up' });
  const vote = request(`${server.url}${castVote.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, cookie },
  });
  const voted = once(vote, 'response') as Promise<[IncomingMessage]>;
  vote.write(body.slice(0, 5));

  const ended = server.end();
  await withinMinute(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503));
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const served = await fetch(`${server.url}/api/auth/user`, { headers: { cookie } });
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  // New connections are refused while the vote still waits.
  await withinMinute(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed'));
  vote.end(body.slice(5));
  const [answer] = await voted;
  expect(answer.statusCode).toBe(200);
  expect(await json(answer)).toMatchObject({ upvotes: 1 });
  expect(await ended).toBe(0);
  expect(workers.filter(isThere)).toEqual([]);
});

test('stays up without a database, and recovers when it is back', async () => {
  const folder = await clusterFolder();
  folders.push(folder);
  const before = await startEmbeddedPostgres({ dataDir: folder.path });
  await before.stop();
  const { host, user, database } = before.connection;
  const env = {
    ...(await environment()),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
  };
  const server = await startServerProcess(env, '/healthz');
  running.push(server);
  const readiness = await fetch(`${server.url}/readyz`);
  expect(readiness.status).toBe(503);
  expect(readiness.headers.get('retry-after')).not.toBeNull();
  expect((await fetch(`${server.url}/api/auth/user`)).status).toBe(503);

  const comeback = await startEmbeddedPostgres({ dataDir: folder.path });
  try {
    await waitUntilOk(`${server.url}/readyz`);
    expect((await fetch(`${server.url}/api/auth/user`)).status).toBe(401);
    expect(await server.end()).toBe(0);
  } finally {
    await comeback.stop();
  }
});

test('is ready and runs jobs only after the last step of the start', async () => {
  const env = await environment();
  const postgres = await startEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '' });
  const { host, user, database } = postgres.connection;
  const blocker = new pg.Client(postgres.connection);
  try {
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE jobs.schedule');
    const url = `postgres://${user}@localhost/${database}?host=${host}`;
    const server = await startServerProcess({ ...env, DATABASE_URL: url }, '/healthz');
    running.push(server);
    await withinMinute(() => expect(server.output()).toContain('the database cannot be used yet'));
    const mails = () => readdir(`${env['DATA_DIR']}/mail`).catch(() => []);
    // The first start may have sent one.
    const sentBefore = await mails();
    expect([(await fetch(`${server.url}/readyz`)).status, await mails()]).toEqual([503, sentBefore]);

    await blocker.query('COMMIT');
    await waitUntilOk(`${server.url}/readyz`);
    await signUp(server, 'late@example.org');
    await withinMinute(async () => expect((await mails()).length).toBeGreaterThan(sentBefore.length));
    expect(server.output().match(/is ready|cannot be used yet/g)).toEqual(['cannot be used yet', 'is ready']);
    expect(await server.end()).toBe(0);
  } finally {
    await blocker.end();
    await postgres.stop();
  }
});

test('SLOW_MS logs statements without their values', async () => {
  const env = await environment();
  await start({ ...env, SLOW_MS: '250' });
  const settings = `SELECT name, setting FROM pg_settings
    WHERE name IN ('log_min_duration_statement', 'log_parameter_max_length') ORDER BY name`;
  expect(await askDatabase(env, settings)).toEqual([
    { name: 'log_min_duration_statement', setting: '250' },
    { name: 'log_parameter_max_length', setting: '0' },
  ]);
});

/** For NODE_OPTIONS: ends waits at once, as on a very slow machine. */
const WITHOUT_WAITING = `--import=data:text/javascript,${encodeURIComponent(
  `import timers from 'node:timers/promises'; import { syncBuiltinESMExports } from 'node:module';
   const wait = timers.setTimeout; timers.setTimeout = (_ms, ...rest) => wait(1, ...rest); syncBuiltinESMExports();`,
)}`;

test('reports a broken replica and starts without it', async () => {
  const env = await environment();
  const postgres = await startEmbeddedPostgres({ dataDir: env['DATA_DIR'] ?? '' });
  try {
    const { host, user, database } = postgres.connection;
    const server = await startServerProcess({
      ...env,
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
      DATABASE_READ_URLS: 'postgres://nobody@127.0.0.1:1/nothing',
      NODE_OPTIONS: WITHOUT_WAITING,
    });
    await withinMinute(() => expect(server.output()).toContain('instead of a replica'));
    expect(await server.end()).toBe(0);
  } finally {
    await postgres.stop();
  }
});
