import { mkdir, writeFile } from 'node:fs/promises';
import { moderatedPages } from './admin-pages.ts';
import { readOptions, say } from './command-line.ts';
import { DOCS, RESULTS } from './folders.ts';
import { callOnce } from './load.ts';
import { readMachine } from './machine.ts';
import { fillModerated } from './moderated-world.ts';
import { type AdminResult, isTooSlow, tableOfLists, writePerformance } from './performance.ts';
import { renewSessions } from './people.ts';
import { openRecorder } from './record.ts';
import { drivePgbench, makeReplay } from './replay.ts';
import type { Call } from './scenarios.ts';
import { openWorld } from './world.ts';

const { apps, users, runs, only, keep } = readOptions({ apps: 100_000, users: 20_000, runs: 15, only: '' });
const PGBENCH_S = 1;

async function timeOf(url: string, call: Call): Promise<number> {
  const started = performance.now();
  const response = await callOnce(url, call);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  return performance.now() - started;
}

const machine = readMachine();
const world = await openWorld((client) => fillModerated(client, { apps, users }), keep);
try {
  await renewSessions(world.client);
  const pages = moderatedPages({ apps, users, ...world })
    .filter(({ name }) => name.includes(only))
    .map(({ path, by, ...page }) => ({
      ...page,
      call: { method: 'GET', path: `/api/${path}`, cookie: world[by].cookie } as const,
    }));
  const recorder = await openRecorder(world);
  const recordings = new Map<string, Awaited<ReturnType<typeof recorder.record>>>();
  for (const { name, call } of pages) recordings.set(name, await recorder.record(call));
  await recorder.close();

  const server = await world.startServer();
  const result: AdminResult = { at: new Date().toISOString(), apps, users, machine, lists: [] };
  for (const { name, limitMs, call } of pages) {
    const times: number[] = [];
    await timeOf(server.url, call);
    for (let run = 0; run < runs; run += 1) times.push(await timeOf(server.url, call));
    const replay = await makeReplay(world, name, [recordings.get(name) ?? []]);
    const perSecond = await drivePgbench(world, replay, { seconds: PGBENCH_S, connections: 1 });
    result.lists.push({ name, limitMs, times, sqlMs: perSecond === null ? null : 1000 / perSecond });
    say(name);
  }
  await server.end();
  process.stdout.write(`${tableOfLists(result.lists)}\n`);
  if (only === '') {
    await mkdir(RESULTS, { recursive: true });
    await writeFile(`${RESULTS}admin-lists.json`, `${JSON.stringify(result)}\n`);
    await writePerformance(RESULTS, DOCS);
  }
  if (result.lists.some(isTooSlow)) process.exitCode = 1;
} finally {
  await world.close();
}
