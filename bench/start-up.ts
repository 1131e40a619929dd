import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import { readOptions } from './command-line.ts';
import { median } from './figures.ts';
import { readMemory } from './machine.ts';

const { runs } = readOptions({ runs: 5 });
const SECOND_START_MAX_MS = 2_000;
const MEMORY_MAX_MB = 140;

interface Start {
  /** Milliseconds until /readyz first responds: with an empty data folder, then with the same folder. */
  first: number;
  second: number;
  /** Memory of the idle server process after its second start. */
  rssMb: number;
}

/** Starts a server twice on one data folder, with embedded PostgreSQL and the demo catalogue. */
async function measureStart(): Promise<Start> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const env = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path };
  try {
    const first = await startServerProcess(env);
    await first.end();
    const second = await startServerProcess(env);
    const { rssMb } = await readMemory(second.pid);
    await second.end();
    return { first: first.readyAfterMs, second: second.readyAfterMs, rssMb };
  } finally {
    await folder.remove();
  }
}

const measured: Start[] = [];
for (let run = 0; run < runs; run += 1) measured.push(await measureStart());
for (const which of ['first', 'second'] as const) {
  const times = measured.map((run) => run[which]);
  const [low, middle, high] = [Math.min(...times), median(times), Math.max(...times)].map(Math.round);
  process.stdout.write(
    `${which.padEnd(6)} start to ready: median ${middle} ms (${low} to ${high}, ${runs} runs)\n`,
  );
}
const memory = median(measured.map(({ rssMb }) => rssMb));
process.stdout.write(`memory at rest: median ${Math.round(memory)} MB\n`);
if (median(measured.map(({ second }) => second)) > SECOND_START_MAX_MS) {
  process.stdout.write(`A second start may take ${SECOND_START_MAX_MS} ms.\n`);
  process.exit(1);
}
if (memory > MEMORY_MAX_MB) {
  process.stdout.write(`At rest the server may hold ${MEMORY_MAX_MB} MB.\n`);
  process.exit(1);
}
