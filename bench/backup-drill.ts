import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOT_KEPT } from '@zapdeck/server/backup/tables';
import { startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import pg from 'pg';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { describeMachine, readMachine } from './machine.ts';

const { keep, ...size } = readOptions({ apps: 1_000_000, users: 200_000, seen: 30_000_000 });
const COMMAND = fileURLToPath(new URL('../server/dist/backup.js', import.meta.url));
const POLL_MS = 100;
const MEMORY_MAX_MB = 200;
/** Runs an operator command. Returns its duration and peak memory without PostgreSQL. */
async function runCommand(args: string[], env: Record<string, string>) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  let peakMb = 0;
  const watch = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (text) => {
        peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024);
      },
      () => undefined,
    );
  }, POLL_MS);
  const [code] = (await exited) as [number | null];
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  say(`${args[0]}: ${seconds.toFixed(0)} s, ${peakMb.toFixed(0)} MB of memory at most`);
  return peakMb;
}

/** Returns row count and hash sum of each table that a backup keeps. Transaction ids are left out, because they differ between clusters. */
async function tableSums(client: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    `SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attname) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL ($1) AND atttypid <> 'xid8'::regtype
     GROUP BY relname ORDER BY relname`,
    [['bench_users', ...NOT_KEPT]],
  );
  const sums = new Map<string, string>();
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `SELECT count(*) AS rows, coalesce(sum(hashtextextended(ROW(${columns})::text, 0)::numeric), 0) AS sum FROM ${name}`,
    );
    sums.set(name, `${rows[0]?.rows} rows, ${rows[0]?.sum}`);
  }
  return sums;
}

say(describeMachine(readMachine()));
const world = await openCatalogue(size, keep);
const folder = await temporaryFolder();
try {
  const file = join(folder.path, 'drill.backup');
  const { host, user, database } = world.connection;
  const address = `postgres://${user}@localhost/${database}?host=${host}`;
  const peaks = [await runCommand(['backup', file], { DATABASE_URL: address })];
  say(`the file: ${((await stat(file)).size / 1_000_000).toFixed(0)} MB`);
  const before = await tableSums(world.client);
  const dataDir = join(folder.path, 'restored');
  peaks.push(await runCommand(['restore', file], { DATABASE_URL: '', DATA_DIR: dataDir }));
  await rm(file);
  const restored = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client(restored.connection);
  await client.connect();
  const after = await tableSums(client);
  await client.end();
  await restored.stop();
  const differing = [...before].filter(([name, sum]) => after.get(name) !== sum);
  for (const [name, sum] of differing) say(`${name}: ${sum} became ${after.get(name)}`);
  const rows = [...before.values()].reduce((total, sum) => total + Number.parseInt(sum, 10), 0);
  say(`${before.size} tables, ${rows} rows: ${differing.length === 0 ? 'all equal' : 'NOT equal'}`);
  if (differing.length > 0 || Math.max(...peaks) > MEMORY_MAX_MB) process.exitCode = 1;
} finally {
  await world.close();
  await folder.remove();
}
