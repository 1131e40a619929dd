import { DOCS, RESULTS } from './folders.ts';
import { writePerformance } from './performance.ts';
import { readSimulation, writeSimulation } from './simulation-report.ts';

/** Writes docs/performance.md and docs/simulation.md from stored results. */
await writePerformance(RESULTS, DOCS);
await writeSimulation(await readSimulation(RESULTS), DOCS);
