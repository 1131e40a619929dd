import { DOCS, RESULTS } from './documents.ts';
import { writePerformance } from './performance-report.ts';
import { readSimulation, writeSimulation } from './simulation-report.ts';
import { readVoteBuying, writeVoteBuying } from './vote-buying/report.ts';

/** Writes docs/performance.md, docs/simulation.md and docs/vote-buying.md from stored results. */
await writePerformance();
await writeSimulation(await readSimulation(RESULTS), DOCS);
await writeVoteBuying(await readVoteBuying(RESULTS), DOCS);
