import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { storeResult } from './documents.ts';
import { drive } from './load.ts';
import { readMachine, readMemory } from './machine.ts';
import { type MemoryResult, memorySection, writePerformance } from './performance-report.ts';
import { type Scenario, scenariosOf } from './scenarios.ts';

const { requests: total, apps } = readOptions({ requests: 1_000_000, apps: 1_000 });
const STEPS = 20;
const WARM_UP = 0.05;
const RARE_WEIGHT = 0.01;
const POLLING_WEIGHT = 10;

function shareOf({ name }: Scenario): number {
  if (name.startsWith('poll')) return POLLING_WEIGHT;
  return name === 'login' ? RARE_WEIGHT : 1;
}

const machine = readMachine();
const world = await openCatalogue({ apps, users: 200, seen: 5_000 });
const server = await world.startServer();
try {
  const scenarios = await scenariosOf(world, server.url);
  const shares = scenarios.reduce((sum, scenario) => sum + shareOf(scenario), 0);
  const result: MemoryResult = { at: new Date().toISOString(), machine, readings: [] };
  let requests = 0;
  const read = async () => {
    const reading = { requests, ...(await readMemory(server.pid)) };
    result.readings.push(reading);
    // Stored after each step, so that an interrupted run leaves results.
    await storeResult('memory', result);
    say(`${requests} requests: ${reading.rssMb.toFixed(0)} MB`);
  };
  /** Sends requests of each kind by weight. */
  const send = async (count: number) => {
    for (const scenario of scenarios) {
      const part = Math.max(scenario.connections, Math.round((count * shareOf(scenario)) / shares));
      requests += (await drive(server.url, scenario, { requests: part })).requests;
    }
  };
  await read();
  await send(total * WARM_UP);
  await read();
  for (let step = 0; step < STEPS; step += 1) {
    await send((total * (1 - WARM_UP)) / STEPS);
    await read();
  }
  process.stdout.write(`${memorySection(result)}\n`);
  await writePerformance();
} finally {
  await server.end();
  await world.close();
}
