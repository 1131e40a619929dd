import { readdir, readFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { type Kind, openCatalogue } from './catalogue.ts';
import { readOptions } from './command-line.ts';
import { send } from './load.ts';

/**
 * Measures decks: a first page and the pages after it. Prints for each deck and kind of viewer: pages per second, and per
 * page the CPU time of server and PostgreSQL and the bytes of WAL.
 */
const options = readOptions({
  apps: 1_000,
  users: 200,
  seen: 5_000,
  // Pages per deck: 1 measures first pages only.
  pages: 8,
  // Keys of decks (comma-separated).
  decks: 'best',
  // Kinds of viewers (comma-separated).
  kinds: 'light,ordinary,heavy,extreme,guest',
  runs: 3,
  seconds: 4,
});
const decks = options.decks.split(',');
const kinds = options.kinds.split(',') as Kind[];
const CONNECTIONS = 32;
const TICKS_PER_SECOND = 100;

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const world = await openCatalogue(options, options.keep);
const server = await world.startServer();

interface Page {
  deck: string;
  cookie: string;
  /** Address of the viewer. Searches are limited per network. */
  address: string;
  /** Undefined for a first page. */
  cursor: string | undefined;
}

/** Requests a page. Returns the cursor of the next one. */
async function requestPage({ deck, cookie, address, cursor }: Page): Promise<string | undefined> {
  const query = new URLSearchParams({ deck, ...(cursor !== undefined && { cursor }) });
  const path = `/api/apps?${query.toString()}`;
  const call = { method: 'GET', path, cookie, headers: { 'x-forwarded-for': address } } as const;
  const { status, headers } = await send(agent, server.url, call);
  if (status !== 200) throw new Error(`Status ${status}`);
  return headers['x-next-cursor'] as string | undefined;
}

/** Returns the CPU seconds that the server and PostgreSQL have used. */
async function readCpuSeconds(): Promise<number> {
  const { rows } = await world.client.query<{ pid: string }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid",
  );
  const parents = new Set([String(server.pid), rows[0]?.pid]);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.map((stat) => {
    const [, parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isOurs = parents.has(stat.slice(0, stat.indexOf(' '))) || parents.has(parent);
    return isOurs ? Number(rest[9]) + Number(rest[10]) : 0;
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_SECOND;
}

const readWalBytes = async () =>
  Number((await world.client.query("SELECT pg_current_wal_lsn() - '0/0' AS bytes")).rows[0]?.bytes);

async function sit(deck: string, cookies: readonly string[], seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  let pages = 0;
  const sitter = async (_: unknown, index: number): Promise<void> => {
    const address = `192.0.2.${index + 1}`;
    while (performance.now() < end) {
      const cookie = cookies[Math.floor(Math.random() * cookies.length)] ?? '';
      let cursor: string | undefined;
      for (let page = 0; page < options.pages && (page === 0 || cursor); page += 1) {
        if (performance.now() >= end) break;
        cursor = await requestPage({ deck, cookie, address, cursor });
        pages += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sitter));
  return pages / seconds;
}

for (let run = 0; run <= options.runs; run += 1) {
  for (const [deck, kind] of decks.flatMap((one) => kinds.map((other) => [one, other] as const))) {
    const cookies = world.people[kind].map(({ cookie }) => cookie);
    const [before, busyBefore] = [await readWalBytes(), await readCpuSeconds()];
    // The first run warms up.
    const perSecond = await sit(deck, cookies, run === 0 ? 1 : options.seconds);
    const pages = perSecond * options.seconds;
    const bytes = ((await readWalBytes()) - before) / pages;
    const busyMs = (1_000 * ((await readCpuSeconds()) - busyBefore)) / pages;
    if (run > 0)
      process.stdout.write(
        `${deck.padEnd(16)} ${kind.padEnd(10)} ${Math.round(perSecond)}/s  ${busyMs.toFixed(2)} ms of CPU time  ${Math.round(bytes)} bytes of WAL a page\n`,
      );
  }
}
agent.destroy();
await server.end();
await world.close();
