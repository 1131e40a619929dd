import { readOptions } from './command-line.ts';
import { median } from './figures.ts';
import { measureStart, type Start } from './start-times.ts';

const { runs } = readOptions({ runs: 5 });
const SECOND_START_MAX_MS = 2_000;
/** About 10 MB above the measured value in docs/performance.md. */
const MEMORY_MAX_MB = 140;

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
