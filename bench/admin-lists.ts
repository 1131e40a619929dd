import { moderatedPages } from './admin-pages.ts';
import { renewSessions } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { storeResult } from './documents.ts';
import { type Call, callOnce } from './load.ts';
import { readMachine } from './machine.ts';
import { fillModerated } from './moderated-world.ts';
import { adminSection, type AdminResult, isTooSlow, writePerformance } from './performance-report.ts';
import { openWorld } from './world.ts';

const { apps, users, runs, only, keep } = readOptions({ apps: 100_000, users: 20_000, runs: 15, only: '' });

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
  const server = await world.startServer();
  const result: AdminResult = { at: new Date().toISOString(), apps, users, machine, lists: [] };
  for (const { name, limitMs, call } of pages) {
    const times: number[] = [];
    await timeOf(server.url, call);
    for (let run = 0; run < runs; run += 1) times.push(await timeOf(server.url, call));
    result.lists.push({ name, limitMs, times });
    say(name);
  }
  await server.end();
  process.stdout.write(`${adminSection(result)}\n`);
  if (only === '') {
    await storeResult('admin-lists', result);
    await writePerformance();
  }
  if (result.lists.some(isTooSlow)) process.exitCode = 1;
} finally {
  await world.close();
}
