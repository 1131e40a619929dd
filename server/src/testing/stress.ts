import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { freePorts, startServerProcess } from './server-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { runVoteStorm } from './vote-storm.ts';

const SERVERS = 2;
const VOTERS = 50;
const APPS = 5;
const TOGGLES = 10_000;

/** Sends toggles of many users through two processes to one durable PostgreSQL. */
const folder = await temporaryFolder();
const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
const { host, user, database } = postgres.connection;
const stops: (() => Promise<unknown>)[] = [];
try {
  const servers: string[] = [];
  for (let index = 0; index < SERVERS; index += 1) {
    const { port, demoPort } = await freePorts();
    const server = await startServerProcess({
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
      DEMO: 'off',
      RATE_LIMIT: 'off',
    });
    servers.push(server.url);
    stops.push(() => server.end());
  }
  const storm = { servers, connection: postgres.connection, toggles: TOGGLES, voters: VOTERS, apps: APPS };
  const { faults, seconds, retries } = await runVoteStorm(storm);
  process.stdout.write(
    `${TOGGLES} toggles by ${VOTERS} people on ${APPS} apps through ${SERVERS} processes: ` +
      `${seconds.toFixed(1)} s, ${Math.round(TOGGLES / seconds)} a second, ${retries} retried after 503, ` +
      `${faults.length} faults\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  for (const stop of stops) await stop();
  await postgres.stop();
  await folder.remove();
}
