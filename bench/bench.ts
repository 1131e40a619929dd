import { sequence } from '@zapdeck/server/testing/random';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { storeResult } from './documents.ts';
import { drive, type Load } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';
import { requestsSection, type RequestsResult, writePerformance } from './performance-report.ts';
import { scenariosOf } from './scenarios.ts';

/** `only` runs the scenarios whose name contains one of these words (comma-separated), and stores nothing. */
const options = readOptions({ apps: 1_000, users: 200, seen: 5_000, runs: 5, seconds: 2, seed: 1, only: '' });
const { apps, users, seen, runs, seconds, only } = options;
const size = { apps, users, seen };
const WARM_UP_S = 1;
/** Requests per connection before each run that are not counted. */
const WARM_UP_REQUESTS = 10;

const machine = readMachine();
say(describeMachine(machine));
const world = await openCatalogue(size, options.keep);
const server = await world.startServer();
try {
  const all = await scenariosOf(world, server.url, sequence(options.seed));
  const entries = all
    .filter(({ name }) => only.split(',').some((word) => name.includes(word)))
    .map((scenario) => {
      const { name, connections, target, status } = scenario;
      const loads: Load[] = [];
      return {
        scenario,
        measured: { name, connections, status, ...(target && { target }), runs: loads },
      };
    });
  // Warms up compiler and query plans.
  for (const { scenario } of entries) await drive(server.url, scenario, { seconds: WARM_UP_S });
  for (let run = 0; run < runs; run += 1) {
    for (const { scenario, measured } of entries) {
      await drive(server.url, scenario, { requests: WARM_UP_REQUESTS * scenario.connections });
      const load = await drive(server.url, scenario, { seconds });
      measured.runs.push(load);
      say(`run ${run + 1}  ${scenario.name.padEnd(22)} ${Math.round(load.perSecond)}/s`);
    }
  }
  const result: RequestsResult = {
    at: new Date().toISOString(),
    size,
    machine,
    runs,
    seconds,
    warmUpRequests: WARM_UP_REQUESTS,
    measured: entries.map(({ measured }) => measured),
  };
  process.stdout.write(`${requestsSection(result)}\n`);
  if (only === '') {
    await storeResult(`apps-${apps}`, result);
    await writePerformance();
  }
} finally {
  await server.end();
  await world.close();
}
