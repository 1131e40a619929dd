import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { PICTURE_WIDTHS, PICTURES_PATH } from '@zapdeck/contract/pictures/picture-paths';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { DOCS, RESULTS } from './folders.ts';
import { callOnce } from './load.ts';
import { readMachine } from './machine.ts';
import { type PicturesResult, picturesSection, writePerformance } from './performance.ts';
import { openPictureSite } from './picture-site.ts';
import { readMemory } from './process-memory.ts';

const { pictures: total } = readOptions({ pictures: 10_000 });
const STEPS = 20;
/** Concurrent checks. */
const ASKING = 4;
const BUSY_WAIT_MS = 250;
const POLL_MS = 500;
/** Pictures loaded after each step. */
const SERVED = 100;
/** A run fails if no picture is finished within this time. */
const STUCK_MS = 120_000;

/** RSS of the child processes. */
async function childrenMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const pids = text.split(' ').filter(Boolean).map(Number);
  const all = await Promise.all(pids.map((child) => readMemory(child)));
  return all.reduce((sum, { rssMb }) => sum + (rssMb || 0), 0);
}

const machine = readMachine();
const site = await openPictureSite();
const world = await openCatalogue({ apps: total, users: 100, seen: 0 });
const { port, demoPort } = await freePorts();
const { host, user, database } = world.connection;
await world.client.query(
  `UPDATE apps SET url = $1 || approval_no, frame_checked_at = now() - interval '1 hour'`,
  [`${site.url}/`],
);
const server = await startServerProcess({
  PORT: String(port),
  DEMO_PORT: String(demoPort),
  DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
  DEMO: 'off',
  RATE_LIMIT: 'off',
  ALLOW_PRIVATE_URLS: '1',
});
const cookie = world.people.light[0]?.cookie ?? '';

async function checkAll(ids: Iterator<string>): Promise<void> {
  for (let next = ids.next(); !next.done; next = ids.next()) {
    const call = { method: 'POST', path: `/api/apps/${next.value}/check`, cookie } as const;
    for (;;) {
      const response = await callOnce(server.url, call);
      await response.arrayBuffer();
      if (response.ok) break;
      if (response.status !== 503) throw new Error(`A check was answered ${response.status}`);
      await delay(BUSY_WAIT_MS);
    }
  }
}

async function storedPictures(): Promise<number> {
  const { rows } = await world.client.query<{ count: number }>('SELECT count(*)::int FROM pictures');
  return rows[0]?.count ?? 0;
}

async function untilStored(wanted: number): Promise<void> {
  let [known, knownAt] = [0, Date.now()];
  for (let now = await storedPictures(); now < wanted; now = await storedPictures()) {
    if (now > known) [known, knownAt] = [now, Date.now()];
    else if (Date.now() - knownAt > STUCK_MS) throw new Error(`${now} of ${wanted} pictures are stored`);
    await delay(POLL_MS);
  }
}

/** Milliseconds per picture, in all widths and in sequence. */
async function serve(): Promise<number[]> {
  const { rows } = await world.client.query<{ hash: string }>(
    'SELECT hash FROM pictures ORDER BY random() LIMIT $1',
    [SERVED],
  );
  const times: number[] = [];
  for (const [place, { hash }] of rows.entries()) {
    const width = PICTURE_WIDTHS[place % PICTURE_WIDTHS.length];
    const started = performance.now();
    const response = await fetch(`${server.url}${PICTURES_PATH}/${hash}-${width}.webp`);
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (!response.ok) throw new Error(`A picture was answered ${response.status}`);
  }
  return times;
}

try {
  const { rows } = await world.client.query<{ id: string }>('SELECT id FROM apps ORDER BY approval_no');
  const result: PicturesResult = { at: new Date().toISOString(), machine, readings: [], served: [] };
  const started = performance.now();
  await mkdir(RESULTS, { recursive: true });
  const read = async (pictures: number) => {
    const { rssMb } = await readMemory(server.pid);
    const seconds = (performance.now() - started) / 1_000;
    const drawingMb = await childrenMb(server.pid);
    result.readings.push({ pictures, rssMb, drawingMb, seconds });
    // Stored after each step, so that an interrupted run leaves results.
    await writeFile(`${RESULTS}pictures.json`, `${JSON.stringify(result)}\n`);
    say(`${pictures} pictures: ${rssMb.toFixed(0)} MB after ${seconds.toFixed(0)} s`);
  };
  await read(0);
  for (let step = 1; step <= STEPS; step += 1) {
    const [from, to] = [step - 1, step].map((one) => Math.round((total * one) / STEPS));
    const ids = rows
      .slice(from, to)
      .map(({ id }) => id)
      .values();
    await Promise.all(Array.from({ length: ASKING }, () => checkAll(ids)));
    await untilStored(to ?? total);
    result.served.push(...(await serve()));
    await read(to ?? total);
  }
  process.stdout.write(`${picturesSection(result)}\n`);
  await writePerformance(RESULTS, DOCS);
} finally {
  await server.end();
  await world.close();
  site.close();
}
