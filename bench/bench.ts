import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { defaultWeights } from '@zapdeck/contract/settings';
import { startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { migrate } from '@zapdeck/server/db/migrate';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import pg from 'pg';
import { fill } from './fill.ts';
import { drive, driveBare, drivePgbench } from './load.ts';
import { type Measured, type Result, tableOfResult, writePerformance } from './report.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import { measureStart, memoryMb } from './start-times.ts';

const RESULTS = fileURLToPath(new URL('results/', import.meta.url));
const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
/** Long enough for what waits for a recalculation to have begun when it does. */
const VOTES_BEFORE_MS = 500;

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '1000' },
    users: { type: 'string', default: '200' },
    seen: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    /** Only the scenarios whose name has this in it. */
    only: { type: 'string', default: '' },
  },
});
const size = { apps: Number(values.apps), users: Number(values.users), seen: Number(values.seen) };
const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
const say = (line: string) => process.stdout.write(`${line}\n`);

const ASKED_EVERY_MS = 100;

async function isRecalculating(url: string, cookie: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/admin/recalculation`, { headers: { cookie } });
  return ((await answer.json()) as { running: boolean }).running;
}

/** Recalculates all scores while people vote, for as long as it takes. */
async function recalculate(
  url: string,
  cookie: string,
  all: readonly Scenario[],
): Promise<Result['recalculation']> {
  const votes = all.find(({ name }) => name === 'vote, spread');
  if (!votes) return { seconds: Number.NaN, longestVoteMs: Number.NaN };
  const first = drive(url, votes, seconds);
  await delay(VOTES_BEFORE_MS);
  const started = performance.now();
  const over = fetch(`${url}/api/admin/recalculate-rankings`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...defaultWeights, viewWeight: 0.2 }),
  })
    .then(async () => {
      // A long one goes on after its answer.
      while (await isRecalculating(url, cookie)) await delay(ASKED_EVERY_MS);
    })
    .then(() => (performance.now() - started) / 1000);
  let longestVoteMs = (await first).maxMs;
  while ((await Promise.race([over, delay(0)])) === undefined) {
    longestVoteMs = Math.max(longestVoteMs, (await drive(url, votes, seconds)).maxMs);
  }
  return { seconds: await over, longestVoteMs };
}

const folder = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
const { host, user, database } = postgres.connection;
const client = new pg.Client(postgres.connection);
const { port, demoPort } = await freePorts();
try {
  await migrate(postgres.connection);
  await client.connect();
  say(`filling: ${size.apps} apps, ${size.users} users, ${size.seen} seen …`);
  const people = await fill(client, size);
  const server = await startServerProcess({
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
    DEMO: 'off',
    RATE_LIMIT: 'off',
  });
  try {
    const atRestMb = await memoryMb(server.pid);
    const { rows } = await client.query<{ id: string }>('SELECT id FROM bench_apps ORDER BY n LIMIT 5000');
    const appIds = rows.map(({ id }) => id);
    const login = { email: 'bench@example.org', password: 'correct-horse-9' };
    await fetch(`${server.url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ ...login, confirmPassword: login.password, firstName: 'Bench' }),
    });
    const tags = new Map<string, string>();
    for (const { cookie } of people.guest) {
      const path = `/api/apps?ids=${appIds.slice(0, 20).join(',')}`;
      const response = await fetch(`${server.url}${path}`, { headers: { cookie } });
      tags.set(cookie, response.headers.get('etag') ?? '');
    }
    const wanted = scenarios({ people, appIds, tags, login }).filter(({ name }) =>
      name.includes(values.only),
    );
    const measured: Measured[] = wanted.map(({ name, connections, target }) => ({
      name,
      connections,
      ...(target ? { target } : {}),
      real: [],
      bare: [],
      pgbench: [],
    }));
    const variables = { apps: size.apps, users: size.users };
    let answered = 0;
    // The first calls of each kind are compiled and planned: not what is measured.
    for (const scenario of wanted) await drive(server.url, scenario, 1);
    for (let run = 0; run < runs; run += 1) {
      for (const [index, scenario] of wanted.entries()) {
        const entry = measured[index];
        if (!entry) continue;
        const load = await drive(server.url, scenario, seconds);
        answered += load.perSecond * seconds;
        entry.real.push(load);
        entry.bare.push(await driveBare(server.url, scenario, { seconds, folder: folder.path }));
        if (scenario.pgbench !== undefined) {
          const options = { seconds, folder: folder.path, connections: scenario.connections, variables };
          const tps = await drivePgbench(scenario.pgbench, postgres.connection, options);
          if (tps !== null) entry.pgbench.push(tps);
        }
        say(`run ${run + 1}  ${scenario.name.padEnd(20)} ${Math.round(load.perSecond)}/s`);
      }
    }
    const recalculation = await recalculate(server.url, people.admin[0]?.cookie ?? '', wanted);
    const memory = { atRestMb, afterMb: await memoryMb(server.pid), requests: Math.round(answered) };
    const starts = [];
    if (values.only === '') {
      for (let run = 0; run < runs; run += 1) starts.push(await measureStart());
    }
    const result: Result = {
      at: new Date().toISOString(),
      size,
      machine: { cores: cpus().length, model: cpus()[0]?.model ?? '', node: process.version },
      runs,
      seconds,
      measured,
      recalculation,
      memory,
      starts,
    };
    say(tableOfResult(result));
    if (values.only === '') {
      await mkdir(RESULTS, { recursive: true });
      await writeFile(`${RESULTS}apps-${size.apps}.json`, `${JSON.stringify(result, null, 1)}\n`);
      await writePerformance(RESULTS, DOCS);
    }
  } finally {
    await server.end();
  }
} finally {
  await client.end();
  await postgres.stop();
  await folder.remove();
}
