import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type AdminResult, isTooSlow, tableOfLists } from './admin-report.ts';
import { moderatedPages } from './admin-pages.ts';
import { DOCS, RESULTS } from './folders.ts';
import { callOnce } from './load.ts';
import { readMachine } from './machine.ts';
import { fillModerated } from './moderated-world.ts';
import { writePerformance } from './performance.ts';
import { renewSessions } from './people.ts';
import { openRecorder } from './record.ts';
import { drivePgbench, makeReplay } from './replay.ts';
import type { Call } from './scenarios.ts';
import { openWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '100000' },
    users: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '15' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const [apps, users, runs] = [Number(values.apps), Number(values.users), Number(values.runs)];
const PGBENCH_S = 1;

async function timeOf(url: string, call: Call): Promise<number> {
  const started = performance.now();
  const response = await callOnce(url, call);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${call.path} answered ${response.status}`);
  return performance.now() - started;
}

const machine = readMachine();
const startedAt = performance.now();
const world = await openWorld(
  (client) =>
    fillModerated(client, { apps, users }, (step) => {
      process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s: ${step}\n`);
    }),
  values.keep,
);
try {
  await renewSessions(world.client);
  const pages = moderatedPages({ apps, users, ...world })
    .filter(({ name }) => name.includes(values.only))
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
    process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s: ${name}\n`);
  }
  await server.end();
  process.stdout.write(`${tableOfLists(result.lists)}\n`);
  if (values.only === '') {
    await mkdir(RESULTS, { recursive: true });
    await writeFile(`${RESULTS}admin-lists.json`, `${JSON.stringify(result)}\n`);
    await writePerformance(RESULTS, DOCS);
  }
  if (result.lists.some(isTooSlow)) process.exitCode = 1;
} finally {
  await world.close();
}
