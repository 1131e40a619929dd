import { mkdir, writeFile } from 'node:fs/promises';
import { POOL_SIZE } from '@zapdeck/server/db/client';
import { openCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { DOCS, RESULTS } from './folders.ts';
import { drive, WARM_UP_REQUESTS } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';
import { addRun, prepareScenarios, startMeasuring } from './measure.ts';
import { writePerformance } from './performance.ts';
import { sequence } from '@zapdeck/server/testing/random';
import { measureRecalculation } from './recalculation.ts';
import { type Result, tableOfResult } from './report.ts';
import { measureStart } from './start-times.ts';

/** `only` runs the scenarios whose name contains one of these words (comma-separated), and stores nothing. */
const options = readOptions({ apps: 1_000, users: 200, seen: 5_000, runs: 5, seconds: 2, seed: 1, only: '' });
const { apps, users, seen, runs, seconds, only } = options;
const size = { apps, users, seen };
const isWhole = only === '';
const WARM_UP_S = 1;
const SAMPLES_PER_SCENARIO = POOL_SIZE;

async function store(result: Result): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(`${RESULTS}apps-${size.apps}.json`, `${JSON.stringify(result)}\n`);
  await writePerformance(RESULTS, DOCS);
}

const machine = readMachine();
say(describeMachine(machine));
const world = await openCatalogue(size, options.keep);
try {
  say('recording what the server sends to the database …');
  const prepared = await prepareScenarios(world, {
    random: sequence(options.seed),
    only,
    samples: SAMPLES_PER_SCENARIO,
  });
  const server = await world.startServer();
  try {
    const entries = prepared.map((one) => ({ one, measured: startMeasuring(one) }));
    // Warms up compiler and query plans.
    for (const { scenario } of prepared) await drive(server.url, scenario, { seconds: WARM_UP_S });
    for (let run = 0; run < runs; run += 1) {
      for (const { one, measured } of entries) {
        const perSecond = await addRun(world, server.url, one, { measured, seconds });
        say(`run ${run + 1}  ${measured.name.padEnd(22)} ${Math.round(perSecond)}/s`);
      }
    }
    const measured = entries.map((entry) => entry.measured);
    const at = new Date().toISOString();
    const result: Result = {
      at,
      size,
      machine,
      runs,
      seconds,
      leadIn: WARM_UP_REQUESTS,
      measured,
      recalculation: null,
      starts: [],
    };
    // Stores early, because the next step may fail after minutes.
    if (isWhole) await store(result);
    const votes = prepared.find(({ scenario }) => scenario.name === 'vote, spread')?.scenario;
    const admin = world.people.admin[0];
    if (votes && admin) {
      result.recalculation = await measureRecalculation(server.url, admin, { votes, seconds });
    }
    if (isWhole) for (let run = 0; run < runs; run += 1) result.starts.push(await measureStart());
    process.stdout.write(`${tableOfResult(result)}\n`);
    if (isWhole) await store(result);
  } finally {
    await server.end();
  }
} finally {
  await world.close();
}
