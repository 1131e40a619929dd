import { parseArgs } from 'node:util';
import { freePorts, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
/** What people are promised of every start after the first. */
const SECOND_START_MAX_MS = 2_000;

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Starts on an empty folder, then again on the same one; milliseconds to the first answer of /readyz. */
async function measure(): Promise<{ first: number; second: number }> {
  const folder = await temporaryFolder();
  const { port, demoPort } = await freePorts();
  const env = { PORT: String(port), DEMO_PORT: String(demoPort), DATA_DIR: folder.path };
  try {
    const first = await startServerProcess(env);
    await first.end();
    const second = await startServerProcess(env);
    await second.end();
    return { first: first.readyAfterMs, second: second.readyAfterMs };
  } finally {
    await folder.remove();
  }
}

const measured: { first: number; second: number }[] = [];
for (let run = 0; run < runs; run += 1) measured.push(await measure());
for (const which of ['first', 'second'] as const) {
  const times = measured.map((run) => run[which]);
  const [low, middle, high] = [Math.min(...times), median(times), Math.max(...times)].map(Math.round);
  process.stdout.write(
    `${which.padEnd(6)} start to ready: median ${middle} ms (${low} to ${high}, ${runs} runs)\n`,
  );
}
if (median(measured.map(({ second }) => second)) > SECOND_START_MAX_MS) {
  process.stdout.write(`A second start may take ${SECOND_START_MAX_MS} ms.\n`);
  process.exit(1);
}
