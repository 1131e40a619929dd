import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { POOL_SIZE } from '@zapdeck/server/db/client';
import { openCatalogue } from './catalogue.ts';
import { DOCS, RESULTS } from './folders.ts';
import { drive, WARM_UP_REQUESTS } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';
import { addRun, prepareScenarios, startMeasuring } from './measure.ts';
import { writePerformance } from './performance.ts';
import { sequence } from '@zapdeck/server/testing/random';
import { measureRecalculation } from './recalculation.ts';
import { type Result, tableOfResult } from './report.ts';
import { measureStart } from './start-times.ts';

const { values } = parseArgs({
  options: {
    apps: { type: 'string', default: '1000' },
    users: { type: 'string', default: '200' },
    seen: { type: 'string', default: '5000' },
    runs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    /** Runs only scenarios whose name contains one of these words (comma-separated), and stores nothing. */
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
});
const size = { apps: Number(values.apps), users: Number(values.users), seen: Number(values.seen) };
const [runs, seconds] = [Number(values.runs), Number(values.seconds)];
const isWhole = values.only === '';
const WARM_UP_S = 1;
const SAMPLES_PER_SCENARIO = POOL_SIZE;

const started = performance.now();
const say = (line: string) => {
  const at = ((performance.now() - started) / 1000).toFixed(0).padStart(5);
  process.stdout.write(`${at} s  ${line}\n`);
};

async function store(result: Result): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(`${RESULTS}apps-${size.apps}.json`, `${JSON.stringify(result)}\n`);
  await writePerformance(RESULTS, DOCS);
}

const machine = readMachine();
say(describeMachine(machine));
const world = await openCatalogue(size, (step) => say(`filling with ${step} …`), values.keep);
try {
  say('recording what the server sends to the database …');
  const prepared = await prepareScenarios(world, {
    random: sequence(Number(values.seed)),
    only: values.only,
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
    process.stdout.write(`${tableOfResult(result)}
`);
    if (isWhole) await store(result);
  } finally {
    await server.end();
  }
} finally {
  await world.close();
}
